// Runs in a hostile package: every attack records "denied" or what it got.
const results = {}
const soon = (work) =>
  Promise.race([work, new Promise((_, no) => setTimeout(() => no(new Error('silent')), 3000))])

/** Records "denied" if the attempt throws or gets nothing. */
async function attempt(name, work) {
  try {
    const got = await soon(work())
    results[name] = got === undefined || got === null || got === false || got === '' ? 'denied' : String(got)
  } catch {
    results[name] = 'denied'
  }
}

const api = (path, options) =>
  fetch(new URL(path, CONSOLE), { credentials: 'include', ...options }).then(
    (answer) => answer.ok && answer.text(),
  )

await attempt('the address holds a token', () => /token=/.test(location.href) && location.href)
await attempt('what led here holds a token', () => document.referrer)
await attempt('an earlier address', () => {
  const entries = performance.getEntriesByType('navigation').map(({ name }) => name)
  return entries.some((name) => /token=/.test(name)) && entries.join()
})
await attempt('the parent document', () => parent !== window && parent.document.body.innerHTML)
await attempt('the parent storage', () => parent !== window && parent.localStorage.length + 1)
await attempt('the top document', () => top !== window && top.document.title + '!')
await attempt('the opener', () => opener?.document.title)
await attempt('the frame element', () => window.frameElement?.outerHTML)
await attempt('navigating the top', () => {
  if (top === window) return false
  top.location.href = `${CONSOLE}/stolen`
})
await attempt('a new window', () => window.open(`${CONSOLE}/`))
await attempt('cookies', () => {
  // biome-ignore lint/suspicious/noDocumentCookie: what a hostile page does
  document.cookie = 'a=1'
  return document.cookie
})
await attempt('the profile', () => api('/api/auth/profile'))
await attempt('the media', () => api('/api/media'))
await attempt('a write', () =>
  api('/api/buildings/create', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }),
)
await attempt('tokens in storage', () =>
  Object.entries(localStorage)
    .filter(([, value]) => /eyJ|token/i.test(value))
    .join(),
)
await attempt('a service worker of its own', () =>
  navigator.serviceWorker.register('sw.js').then((registration) => registration.scope),
)
await attempt('a shared worker on the console', () => new SharedWorker(`${CONSOLE}/x.js`) && false)
await attempt('the console in a frame', async () => {
  const frame = document.createElement('iframe')
  frame.src = `${CONSOLE}/`
  document.body.append(frame)
  await new Promise((done) => frame.addEventListener('load', done))
  return frame.contentDocument?.body.innerHTML
})
await attempt('the camera', () => navigator.mediaDevices.getUserMedia({ video: true }))
await attempt('the place', () => new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no)))
await attempt('the clipboard', () => navigator.clipboard.readText().then((text) => `${text}!`))
await attempt('the whole screen', () => document.documentElement.requestFullscreen().then(() => 'yes'))
await attempt('document.domain', () => {
  document.domain = 'localhost'
  return parent !== window && parent.document.title
})
await attempt('what others broadcast', () => {
  const channel = new BroadcastChannel('vitrine')
  return new Promise((heard) =>
    channel.addEventListener('message', ({ data }) => heard(JSON.stringify(data))),
  )
})
await attempt('a dialog', () => {
  alert('here')
  return prompt('password')
})
await attempt('an action', () => {
  for (const message of [
    { verb: 'LOAD_STORYBOARD' },
    { keeper: 'ready' },
    { keeper: 'asks', hash: 'x', path: 'x' },
  ])
    parent.postMessage(message, '*')
})
window.results = results
