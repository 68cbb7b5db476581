// A page that shows the same files one after another without our code: memory that the browser itself keeps for that is
// no leak of the player.
import { createServer } from 'node:http'

/** Serves it on two local origins, the second for a web page in a frame. `files` are bytes by path. */
export async function servePlainPage({ files, everyMs }) {
  const frame = await listen((request, response) => {
    const script = request.url.endsWith('.js')
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html')
    // A separate process, like that of the content origin.
    response.setHeader('origin-agent-cluster', '?1')
    response.end(files[request.url] ?? files['/index.html'])
  })
  const page = await listen((request, response) => {
    const file = files[request.url]
    response.setHeader(
      'content-type',
      file ? (request.url.endsWith('.mp4') ? 'video/mp4' : 'image/jpeg') : 'text/html',
    )
    response.setHeader('origin-agent-cluster', '?1')
    const given = JSON.stringify({ everyMs, frame: `${urlOf(frame)}/` })
    response.end(
      file ?? `<!doctype html><body style="margin:0;background:#000"><script>(${show})(${given})</script>`,
    )
  })
  return {
    url: `${urlOf(page)}/`,
    close() {
      page.close()
      frame.close()
    },
  }
}

const urlOf = (server) => `http://127.0.0.1:${server.address().port}`
const listen = (handle) =>
  new Promise((resolve) => {
    const server = createServer(handle).listen(0, '127.0.0.1', () => resolve(server))
  })

/** Runs in the page. Each file is loaded under the visible one and shown when ready; then the old one is removed. */
async function show({ everyMs, frame }) {
  const addressOf = async (file) => URL.createObjectURL(await (await fetch(file)).blob())
  const [red, blue, film] = await Promise.all(['/red.jpg', '/blue.jpg', '/film.mp4'].map(addressOf))
  const round = [
    ['img', red],
    ['img', blue],
    ['video', film],
    ['video', film],
    ['iframe', frame],
    ['p', 'Fresh from the oven every morning'],
    ['p', ''],
  ]
  window.transitions = 0
  let seen
  let turn = 0
  const begin = {
    img: (element, source) => {
      element.onload = () => element.decode().finally(element.shown)
      element.src = source
    },
    video: (element, source) => {
      element.muted = true
      element.oncanplay = () => element.play().then(element.shown, element.shown)
      element.src = source
    },
    iframe: (element, source) => {
      element.onload = element.shown
      element.setAttribute('sandbox', 'allow-scripts allow-same-origin')
      element.src = source
    },
    p: (element, text) => {
      element.textContent = text || new Date().toISOString()
      requestAnimationFrame(element.shown)
    },
  }
  // Like the player: a new picture element would decode again, and free its memory late.
  const pictures = new Map()
  const leave = (element) => {
    if (element.localName === 'video') {
      element.pause()
      element.removeAttribute('src')
      element.load()
    }
    element.remove()
  }
  const next = () => {
    const [tag, source] = round[turn++ % round.length]
    const kept = pictures.get(source)
    const element = kept ?? document.createElement(tag)
    if (tag === 'img') pictures.set(source, element)
    element.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;border:0;opacity:0;color:#fff'
    let isShown = false
    element.shown = () => {
      if (isShown) return
      isShown = true
      element.onload = null
      element.oncanplay = null
      element.style.opacity = '1'
      const before = seen
      seen = element
      window.transitions++
      if (before) setTimeout(() => leave(before), 100)
      setTimeout(next, everyMs)
    }
    document.body.append(element)
    if (kept) kept.decode().finally(kept.shown)
    else begin[tag](element, source)
  }
  next()
}
