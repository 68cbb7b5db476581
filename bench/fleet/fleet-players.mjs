// Screens by the protocol, without a browser: the line of server-sent events, the manifest asked for and verified, its
// files fetched and verified, commands answered, a report a minute and after every change. Nothing is drawn: a screen
// "shows" something when it holds all of it and the server has taken its word for it. One process holds them all.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'

/** Screens that begin at the same time; a real fleet does not come back within one millisecond either. */
const AT_ONCE = 200

const now = () => performance.timeOrigin + performance.now()
const hashOf = (text) => createHash('sha256').update(text).digest('hex')
const json = (body) => `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

let host
let port
let pageId
let isLoopback = true
let fleet = []
/** Called by a screen that holds a verified group part, and by one that is back. */
let onHeld = () => {}
let onBack = () => {}
/** Called with what a screen has reached (`verified`, `shown`, `told`), and by one that was told a command. */
let onReached = () => {}
const onCommand = () => {}
/** Whether screens fetch the files of what they hold; each once. */
let withFiles = false

/** Calls that may be under way: all screens share this process's open files, which real ones do not. The rest waits. */
let freeCalls = 0
const waitingCalls = []
const openFiles = () =>
  Number(/Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 1024)
const beginCall = () => (freeCalls-- > 0 ? undefined : new Promise((go) => waitingCalls.push(go)))
const endCall = () => {
  freeCalls++
  waitingCalls.shift()?.()
}

/** What broke off or was refused, and how often, until the next query. */
const troubles = new Map()
const trouble = (what) => troubles.set(what, (troubles.get(what) ?? 0) + 1)

const REPORT = {
  screen: {
    width: 1920,
    height: 1080,
    userAgent: 'bench',
    playerVersion: '1',
    storage: 'cache',
    touch: false,
  },
  playing: null,
  download: { missing: 0, total: 0 },
  errors: [],
}

class Screen {
  group = ''
  device = ''
  /** The page's version and the body's bytes of the held group part. */
  version = 0
  bytes = 0
  failures = 0
  /** Milliseconds within which it comes back, as the server says. */
  retry = 1000
  reporting = undefined
  nextReport = undefined
  /** The id of the takeover that it was told of. */
  takeover = undefined
  files = new Set()

  constructor(token, n) {
    this.token = token
    // Several addresses, or the ports for requests run out.
    this.address = isLoopback ? `127.0.0.${2 + (n % 8)}` : undefined
  }

  /** Keeps the line open for ever; resolves when it is open and the manifest held for the first time. */
  async begin() {
    const open = new Promise((resolve) => this.keepOpen(resolve))
    await Promise.all([this.askUntilAnswered(), open])
    setTimeout(() => this.poll(), 30_000 + Math.random() * 60_000)
    setTimeout(() => this.reportAgain(), Math.random() * 60_000)
  }

  keepOpen(opened) {
    const socket = this.connect()
    let rest = ''
    let head = true
    socket.setEncoding('utf8')
    socket.on('data', (text) => {
      rest += text
      if (head) {
        const end = rest.indexOf('\r\n\r\n')
        if (end < 0) return
        if (!rest.startsWith('HTTP/1.1 200')) {
          trouble(`line ${rest.slice(9, 12)}`)
          return socket.destroy()
        }
        head = false
        rest = rest.slice(end + 4)
      }
      for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
        this.take(rest.slice(0, end), opened)
        rest = rest.slice(end + 2)
      }
    })
    socket.on('error', ({ code }) => trouble(`line ${code}`))
    socket.on('close', (failed) => {
      if (!failed && head) trouble('line without an answer')
      const wait = Math.random() * Math.min(60_000, this.retry * 2 ** Math.max(0, this.failures++ - 3))
      setTimeout(() => this.keepOpen(() => onBack(this)), wait)
    })
    socket.write(this.request('GET', '/api/player/stream'))
  }

  take(text, opened) {
    if (text.startsWith('retry: ')) this.retry = Number(text.slice(7))
    const data = text.slice(text.indexOf('\ndata: ') + 7)
    if (text.includes('event: hello')) {
      const { hashes } = JSON.parse(data)
      this.failures = 0
      if (hashes.group === this.group && hashes.device === this.device) opened()
      else this.askUntilAnswered().then(opened)
    }
    if (text.includes('event: device')) return this.hear(JSON.parse(data))
    if (text.includes('event: command')) return this.obey(JSON.parse(data))
    if (!text.startsWith('event: group')) return
    const notice = JSON.parse(data)
    if (notice.hash === this.group) return
    if (notice.body !== undefined) this.hold(notice)
    else setTimeout(() => this.askUntilAnswered(), Math.random() * notice.spreadMs)
    setTimeout(() => this.report(), Math.random() * notice.spreadMs)
  }

  /** Its own part changed. */
  hear({ hash, body, spreadMs }) {
    if (hash === this.device || body === undefined) return
    if (hashOf(body) !== hash) throw new Error('A manifest does not fit its hash')
    this.device = hash
    this.takeover = JSON.parse(body).takeover?.id
    onReached(this, 'told')
    setTimeout(() => this.report(), Math.random() * spreadMs)
  }

  obey({ id }) {
    onCommand(this, id)
    const body = '{"ok":true,"text":""}'
    this.call('POST', `/api/player/commands/${id}`, json(body), body).catch(() => {})
  }

  /** Does on another screen what a touch asks for; answers milliseconds, or undefined when it failed. */
  async act(action, n) {
    const begun = now()
    const body = JSON.stringify({
      id: `touch-${n}-${Math.round(begun)}`,
      widgetId: 'w0',
      action,
      at: Math.round(Date.now()),
    })
    const answer = await this.call('POST', '/api/player/actions', json(body), body)
    return answer.status === 200 && JSON.parse(answer.body).state === 'done' ? now() - begun : undefined
  }

  /** Brings the files that are not here yet, and says so when all are. */
  async verify(body) {
    const { group } = this
    for (const sha256 of Object.keys(JSON.parse(body).files)) {
      if (this.files.has(sha256)) continue
      const answer = await this.call('GET', `/api/player/files/${sha256}`, '', '', true)
      if (answer.status !== 200 || hashOf(answer.bytes) !== sha256)
        throw new Error('A file does not fit its hash')
      this.files.add(sha256)
    }
    if (this.group !== group) return
    onReached(this, 'verified')
    await this.report()
    onReached(this, 'shown')
  }

  hold({ hash, body }) {
    if (hashOf(body) !== hash) throw new Error('A manifest does not fit its hash')
    this.group = hash
    this.bytes = Buffer.byteLength(body)
    this.version = JSON.parse(body).pages[pageId]?.version ?? 0
    onHeld(this)
    if (withFiles) this.verify(body).catch((error) => onReached(this, error.message))
  }

  async ask() {
    const tag = `"${this.group}.${this.device}"`
    const answer = await this.call('GET', '/api/player/manifest', `if-none-match: ${tag}\r\n`)
    if (answer.status === 304) return
    if (answer.status !== 200) throw new Error(`The manifest was refused: ${answer.status}`)
    const { group, device } = JSON.parse(answer.body)
    if (hashOf(device.body) !== device.hash) throw new Error('A manifest does not fit its hash')
    this.device = device.hash
    this.hold(group)
  }

  /** As a player does: again and again, ever further apart. */
  async askUntilAnswered() {
    for (let tries = 0; ; tries++) {
      const answered = await this.ask().then(
        () => true,
        () => false,
      )
      if (answered) return
      await sleep(Math.random() * Math.min(60_000, this.retry * 2 ** Math.min(tries, 5)))
    }
  }

  poll() {
    this.ask().catch(() => {})
    setTimeout(() => this.poll(), 30_000 + Math.random() * 60_000)
  }

  reportAgain() {
    this.report()
    setTimeout(() => this.reportAgain(), 50_000 + Math.random() * 20_000)
  }

  /** One at a time, as players do: callers that arrive during one share the next. */
  report() {
    if (this.reporting) {
      this.nextReport ??= this.reporting.then(() => {
        this.nextReport = undefined
        return this.report()
      })
      return this.nextReport
    }
    this.reporting = this.reportOnce().finally(() => {
      this.reporting = undefined
    })
    return this.reporting
  }

  async reportOnce() {
    const shows = { group: this.group, device: this.device }
    const body = JSON.stringify({ ...REPORT, held: shows, shown: shows, takeoverId: this.takeover ?? null })
    await this.call('POST', '/api/player/heartbeat', json(body), body).catch(() => {})
  }

  connect() {
    return connect({ host, port, localAddress: this.address, noDelay: true })
  }

  request(method, path, headers = '') {
    return `${method} ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\nauthorization: Bearer ${this.token}\r\n${headers}\r\n`
  }

  async call(...request) {
    await beginCall()
    return this.exchange(...request).finally(endCall)
  }

  exchange(method, path, headers, body = '', asBytes = false) {
    return new Promise((resolve, reject) => {
      const socket = this.connect()
      const pieces = []
      socket.on('data', (piece) => pieces.push(piece))
      socket.on('error', (error) => {
        trouble(`call ${error.code}`)
        reject(error)
      })
      socket.on('close', (failed) => {
        const all = Buffer.concat(pieces)
        const end = all.indexOf('\r\n\r\n')
        if (end < 0 && !failed) trouble('call without an answer')
        if (end < 0) return reject(new Error('No answer'))
        const bytes = all.subarray(end + 4)
        resolve({
          status: Number(all.toString('latin1', 9, 12)),
          bytes,
          body: asBytes ? '' : bytes.toString(),
        })
      })
      socket.write(this.request(method, path, `connection: close\r\n${headers}`) + body)
    })
  }
}

/** Waits until every screen has been counted once, or patience ends; answers when each was. */
function everyScreen(kind, patience, listen) {
  const at = new Map()
  const finish = () => {
    clearTimeout(timer)
    listen(() => {})
    const bytes = fleet[0]?.bytes ?? 0
    process.send({ kind, at: [...at.values()], never: fleet.length - at.size, bytes })
  }
  const timer = setTimeout(finish, patience)
  listen((screen) => {
    if (at.has(screen)) return
    at.set(screen, now())
    // What the change set off (reports) is over before the next one is measured.
    if (at.size === fleet.length) setTimeout(finish, 6000)
  })
  process.send({ kind: 'ready' })
}

process.on('message', async (message) => {
  if (message.kind === 'connect') {
    const url = new URL(message.url)
    host = url.hostname
    port = Number(url.port || 80)
    isLoopback = /^(127\.|localhost$)/.test(host)
    withFiles = message.withFiles ?? false
    pageId = message.pageId
    fleet = message.screens.map((token, n) => new Screen(token, n))
    // The other half is for calls that have ended here, and not yet at the other end.
    freeCalls = Math.ceil((openFiles() - fleet.length) / 2)
    const at = []
    const waiting = [...fleet]
    const beginning = Array.from({ length: AT_ONCE }, async () => {
      for (let screen = waiting.pop(); screen; screen = waiting.pop()) {
        await screen.begin()
        at.push(now())
      }
    })
    await Promise.all(beginning)
    await sleep(1000)
    process.send({ kind: 'connected', at })
  }
  if (message.kind === 'expect')
    everyScreen('held', message.patience, (listener) => {
      onHeld = (screen) => screen.version === message.version && listener(screen)
    })
  if (message.kind === 'expect-back')
    everyScreen('back', message.patience, (listener) => {
      onBack = listener
    })
})
/** Milliseconds since 1970 at which each screen reached each of some states after now. */
function follow(states, patience) {
  const at = Object.fromEntries(states.map((state) => [state, new Map()]))
  let failed = ''
  const done = () => {
    onReached = () => {}
    onHeld = () => {}
    clearTimeout(timer)
    const values = Object.fromEntries(states.map((state) => [state, [...at[state].values()]]))
    process.send({ kind: 'followed', at: values, screens: fleet.length, failed })
  }
  const timer = setTimeout(done, patience)
  const note = (screen, state) => {
    if (!at[state]) failed = state
    else if (!at[state].has(screen)) at[state].set(screen, now())
    if (states.every((each) => at[each].size === fleet.length)) done()
  }
  onReached = note
  onHeld = (screen) => note(screen, 'manifest')
  process.send({ kind: 'following' })
}

process.on('message', async (message) => {
  if (message.kind === 'follow') follow(message.states, message.patience)
  if (message.kind === 'troubles') {
    const { user, system } = process.cpuUsage()
    process.send({ kind: 'troubles', troubles: [...troubles], cpu: (user + system) / 1e6 })
    troubles.clear()
  }
  if (message.kind === 'act') {
    const took = await Promise.all(
      fleet.slice(0, message.senders).map(async (screen, n) => {
        const each = []
        for (let touch = 0; touch < message.touches; touch++) {
          await sleep(Math.random() * 400)
          each.push(await screen.act(message.action, n * 1000 + touch).catch(() => undefined))
        }
        return each
      }),
    )
    process.send({ kind: 'acted', took: took.flat() })
  }
})
process.on('disconnect', () => process.exit())
