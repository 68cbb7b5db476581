// Screens by the protocol, without a browser: the line of server-sent events, the manifest asked for and verified, a
// report a minute and after every change. One process holds them all; it shares the machine with the server.
import { createHash } from 'node:crypto'
import { connect } from 'node:net'

/** Screens that begin at the same time; a real fleet does not come back within one millisecond either. */
const AT_ONCE = 200

const now = () => performance.timeOrigin + performance.now()
const hashOf = (text) => createHash('sha256').update(text).digest('hex')
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

let host
let port
let pageId
let fleet = []
/** Called by a screen that holds a verified group part, and by one that is back. */
let onHeld = () => {}
let onBack = () => {}

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
  asking = false

  constructor(token, n) {
    this.token = token
    // Several addresses, or the ports for requests run out.
    this.address = `127.0.0.${2 + (n % 8)}`
  }

  /** Keeps the line open for ever; resolves when it is open and the manifest held for the first time. */
  async begin() {
    const open = new Promise((resolve) => this.keepOpen(resolve))
    await Promise.all([this.ask(), open])
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
        if (!rest.startsWith('HTTP/1.1 200')) return socket.destroy()
        head = false
        rest = rest.slice(end + 4)
      }
      for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
        this.take(rest.slice(0, end), opened)
        rest = rest.slice(end + 2)
      }
    })
    socket.on('error', () => {})
    socket.on('close', () => {
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
      else this.ask().then(opened)
    }
    if (!text.startsWith('event: group')) return
    const notice = JSON.parse(data)
    if (notice.hash === this.group) return
    if (notice.body !== undefined) this.hold(notice)
    else setTimeout(() => this.ask(), Math.random() * notice.spreadMs)
    setTimeout(() => this.report(), Math.random() * notice.spreadMs)
  }

  hold({ hash, body }) {
    if (hashOf(body) !== hash) throw new Error('A manifest does not fit its hash')
    this.group = hash
    this.bytes = Buffer.byteLength(body)
    this.version = JSON.parse(body).pages[pageId].version
    onHeld(this)
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

  poll() {
    this.ask().catch(() => {})
    setTimeout(() => this.poll(), 30_000 + Math.random() * 60_000)
  }

  reportAgain() {
    this.report()
    setTimeout(() => this.reportAgain(), 50_000 + Math.random() * 20_000)
  }

  report() {
    const shows = { group: this.group, device: this.device }
    const body = JSON.stringify({ ...REPORT, held: shows, shown: shows })
    const headers = `content-type: application/json\r\ncontent-length: ${body.length}\r\n`
    this.call('POST', '/api/player/heartbeat', headers, body).catch(() => {})
  }

  connect() {
    return connect({ host, port, localAddress: this.address, noDelay: true })
  }

  request(method, path, headers = '') {
    return `${method} ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\nauthorization: Bearer ${this.token}\r\n${headers}\r\n`
  }

  call(method, path, headers, body = '') {
    return new Promise((resolve, reject) => {
      const socket = this.connect()
      const pieces = []
      socket.on('data', (piece) => pieces.push(piece))
      socket.on('error', reject)
      socket.on('close', () => {
        const text = Buffer.concat(pieces).toString()
        const end = text.indexOf('\r\n\r\n')
        if (end < 0) return reject(new Error('No answer'))
        resolve({ status: Number(text.slice(9, 12)), body: text.slice(end + 4) })
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
    port = Number(url.port)
    pageId = message.pageId
    fleet = message.screens.map((token, n) => new Screen(token, n))
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
process.on('disconnect', () => process.exit())
