// A separate process: a person and a screen of the untouched organization, who call at a steady pace and measure
// response times. Starts with `{ url, playerUrl, pid, ... }`; sends its findings when it is stopped.
import { readdirSync, readFileSync } from 'node:fs'
import { eventParser } from '@vitrine/contract/server-events'
import { Client } from './client.mjs'
import { ADDRESS, documentOf } from './untouched.mjs'

const PACE_MS = 60
const SLOW_MS = 1000
/** Includes the server's debounce of news. */
const NEWS_MS = 5000
const NEWS_EVERY = 40
const LOGIN_EVERY = 50
/** Access tokens last a quarter of an hour. */
const TOKEN_MS = 10 * 60_000

const waits = []
const slow = []
const problems = []
let stopped = false
let ownDelay = 0

process.once('disconnect', () => process.exit())
// Signals reach the whole process group; the parent decides when to stop.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
process.once('message', async (task) => {
  process.once('message', () => {
    stopped = true
  })
  await run(task).catch((error) => problems.push(`the probe failed: ${error.stack}`))
  // Disconnecting ends the process, including unsent messages.
  process.send({ waits, slow, problems }, () => process.disconnect())
})

async function run({ url, playerUrl, pid, email, password, screenToken, layoutId }) {
  const console = new Client(url)
  const player = new Client(playerUrl)
  let token
  let since = 0
  const logIn = async () => {
    const answer = await measured(pid, 'POST /auth/login', () =>
      console.send(json('POST', '/auth/login', { email, password })),
    )
    if (answer.status !== 200)
      return problems.push(`a login of the untouched organization: ${answer.status} ${answer.text}`)
    token = JSON.parse(answer.text).token
    since = Date.now()
  }
  await logIn()
  let news = listen(console, '/watch', token, 'edited')
  const screen = listen(player, '/player/stream', screenToken, 'group')
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    ownDelay = Math.max(ownDelay, now - last - 20)
    last = now
  }, 20)
  const heartbeat = {
    screen: { width: 1, height: 1, userAgent: 'Probe', playerVersion: '1', storage: 'memory', touch: false },
    ...{ held: { group: 'a', device: 'b' }, shown: { group: 'a', device: 'b' }, playing: null },
    ...{ download: { missing: 0, total: 0 }, errors: [] },
  }
  const calls = [
    () => [console, json('GET', '/auth/profile', undefined, token)],
    () => [player, json('GET', '/player/manifest', undefined, screenToken)],
    () => [console, json('GET', '/devices?page=1', undefined, token)],
    () => [player, json('POST', '/player/heartbeat', heartbeat, screenToken)],
    () => [console, json('GET', '/layout', undefined, token)],
    () => [console, json('GET', '/media', undefined, token)],
  ]
  for (let n = 0; !stopped; n++) {
    if (Date.now() - since > TOKEN_MS) {
      await logIn()
      news.socket.destroy()
      news = listen(console, '/watch', token, 'edited')
    } else if (n % LOGIN_EVERY === LOGIN_EVERY - 1) await logIn()
    const [client, request] = calls[n % calls.length]()
    const answer = await measured(pid, `${request.method} ${request.path}`, () => client.send(request))
    if (![200, 304].includes(answer.status))
      problems.push(
        `${request.method} ${request.path} of the untouched organization: ${answer.status} ${answer.text.slice(0, 200)}`,
      )
    if (n % NEWS_EVERY === NEWS_EVERY - 1) {
      const before = [news.count(), screen.count()]
      const save = json('PUT', `/layout/${layoutId}`, documentOf(`text ${n}`), token)
      const saved = await measured(pid, 'PUT /layout', () => console.send(save))
      if (saved.status !== 200)
        problems.push(`a save of the untouched organization: ${saved.status} ${saved.text.slice(0, 200)}`)
      const until = performance.now() + NEWS_MS
      const heard = () => news.count() > before[0] && screen.count() > before[1]
      while (!heard() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
      if (!heard())
        problems.push(
          `no news of a save within ${NEWS_MS} ms (console ${news.count() - before[0]}, screen ${screen.count() - before[1]})`,
        )
      else waits.push(['news', NEWS_MS - (until - performance.now())])
    }
    await new Promise((resolve) => setTimeout(resolve, PACE_MS))
  }
  clearInterval(timer)
  news.socket.destroy()
  screen.socket.destroy()
  console.close()
  player.close()
}

function json(method, path, body, token) {
  return {
    method,
    path: `/api${path}`,
    headers: {
      'x-forwarded-for': ADDRESS,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && Buffer.from(JSON.stringify(body)),
  }
}

/** Reports a slow response together with the time that the machine spent on other programs. */
async function measured(pid, what, work) {
  ownDelay = 0
  const before = waitsOfThreads(pid)
  const answer = await work()
  const { ms } = answer
  waits.push([what, ms])
  if (ms > SLOW_MS) {
    const waited = [...waitsOfThreads(pid)].map(([thread, total]) => [
      thread,
      total - (before.get(thread) ?? 0),
    ])
    const main = waited.find(([thread]) => thread === String(pid))?.[1] ?? 0
    // Another thread hashes the password.
    const hashing = what.includes('login') ? Math.max(0, ...waited.map(([, wait]) => wait)) : 0
    slow.push({ what, ms, machineMs: main + hashing + ownDelay })
  }
  return answer
}

/** Milliseconds for which each thread of the server was runnable without getting a processor. Linux only. */
function waitsOfThreads(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return new Map(threads.map((thread) => [thread, waitOf(pid, thread)]))
  } catch {
    return new Map()
  }
}

const waitOf = (pid, thread) =>
  Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[1]) / 1e6

function listen(client, path, token, name) {
  const socket = client.stream(path, token, ADDRESS)
  let count = 0
  const parse = eventParser((event) => {
    if (event.name === name) count++
  })
  socket.setEncoding('utf8')
  let head = ''
  socket.on('data', (piece) => {
    if (head === undefined) return parse(piece)
    head += piece
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    if (!head.startsWith('HTTP/1.1 200')) problems.push(`${path} was refused: ${head.slice(0, 200)}`)
    const rest = head.slice(end + 4)
    head = undefined
    parse(rest)
  })
  socket.on('close', () => stopped || problems.push(`${path} of the untouched organization ended`))
  return { socket, count: () => count }
}
