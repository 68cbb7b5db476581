// A screen by the protocol, without a browser: receives events, fetches and verifies the manifest and its files,
// answers commands, and sends a full report after every change and each half hour, with heartbeats in between. It
// renders nothing: a screen "shows" something once it has all of it and the server has accepted its report.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect, isIP } from 'node:net'
import tls from 'node:tls'
import { AnswerReader, eventReader } from './answer-reader.mjs'

/** Intervals of players: between heartbeats, and between full reports. */
const BEAT_MS = 120_000
const WHOLE_MS = 1_800_000
/** While nothing responds for this long, the stream reconnects at the server's interval. */
const RESTART_MS = 30_000

const now = () => performance.timeOrigin + performance.now()
const hashOf = (text) => createHash('sha256').update(text).digest('hex')
const json = (body) => `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const openFiles = () =>
  Number(/Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 1024)
/** A random duration around the given one, so that screens differ. */
const around = (milliseconds) => milliseconds * (7 / 8 + Math.random() / 4)

/**
 * State shared by the screens of a process: their server, the page whose version they report, and callbacks.
 * `onHeld`: a screen has a verified group part. `onBack`: one has reconnected. `onReached`: it has reached a state
 * (`verified`, `shown`, `told`), or failed.
 */
export class Site {
  pageId = ''
  withFiles = false
  /** Its screens stop. */
  isClosed = false
  onHeld = () => {}
  onBack = () => {}
  onReached = () => {}
  /** Dropped connections and refusals, with their count. */
  troubles = new Map()
  #waiting = []
  #free = 0

  constructor(address, screens) {
    const url = new URL(address)
    this.host = url.hostname
    this.isSecure = url.protocol === 'https:'
    this.port = Number(url.port || (this.isSecure ? 443 : 80))
    this.isLoopback = /^(127\.|localhost$)/.test(this.host)
    // The other half is for calls that have ended here, but not on the server yet.
    this.#free = Math.ceil((openFiles() - screens) / 2)
  }

  trouble(what) {
    this.troubles.set(what, (this.troubles.get(what) ?? 0) + 1)
  }

  /** Limits concurrent calls: all screens share this process's open files, unlike real ones. The rest waits. */
  beginCall() {
    return this.#free-- > 0 ? undefined : new Promise((go) => this.#waiting.push(go))
  }

  endCall() {
    this.#free++
    this.#waiting.shift()?.()
  }
}

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

export class Screen {
  group = ''
  device = ''
  /** The page's version, and bytes of the verified group part. */
  version = 0
  bytes = 0
  failures = 0
  /** Start of the current silence of the server. */
  silentSince = undefined
  /** Reconnection delay in milliseconds, set by the server. */
  retry = 1000
  reporting = undefined
  nextReport = undefined
  /** Id of the received takeover. */
  takeover = undefined
  files = new Set()
  /** Number of full reports, and time of the last one. */
  reports = 0
  reportedAt = Number.NEGATIVE_INFINITY

  constructor(token, n, site) {
    this.token = token
    this.site = site
    // Several addresses, or there aren't enough ports for requests.
    this.address = site.isLoopback ? `127.0.0.${2 + (n % 8)}` : undefined
  }

  /** Keeps the stream open forever; resolves once it is open and the manifest verified for the first time. */
  async begin() {
    const open = new Promise((resolve) => this.keepOpen(resolve))
    await Promise.all([this.askUntilAnswered(), open])
    setTimeout(() => this.beatAgain(), Math.random() * BEAT_MS)
  }

  keepOpen(opened) {
    const socket = this.connect()
    let head = true
    let isSilent = true
    const reader = new AnswerReader({
      onHead: (status) => {
        head = false
        if (status === 200) return
        this.site.trouble(`line ${status}`)
        socket.destroy()
      },
      onBody: eventReader((text) => this.take(text, opened)),
    })
    socket.on('data', (bytes) => {
      isSilent = false
      reader.push(bytes)
    })
    socket.on('error', ({ code }) => this.site.trouble(`line ${code}`))
    socket.on('close', (failed) => {
      if (this.site.isClosed) return
      if (!failed && head) this.site.trouble('line without an answer')
      this.silentSince = isSilent ? (this.silentSince ?? now()) : undefined
      if (isSilent && now() - this.silentSince < RESTART_MS) this.failures = 0
      const wait = Math.random() * Math.min(60_000, this.retry * 2 ** Math.max(0, this.failures++ - 3))
      setTimeout(() => this.keepOpen(() => this.site.onBack(this)), wait)
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
    if (text.includes('event: device')) return this.receive(JSON.parse(data))
    if (text.includes('event: command')) return this.obey(JSON.parse(data))
    if (!text.startsWith('event: group')) return
    const notice = JSON.parse(data)
    if (notice.hash === this.group) return
    if (notice.body !== undefined) this.hold(notice)
    else setTimeout(() => this.askUntilAnswered(), Math.random() * notice.spreadMs)
    setTimeout(() => this.report(), Math.random() * notice.spreadMs)
  }

  /** Its device part changed. */
  receive({ hash, body, spreadMs }) {
    if (hash === this.device || body === undefined) return
    if (hashOf(body) !== hash) throw new Error('A manifest does not fit its hash')
    this.device = hash
    this.takeover = JSON.parse(body).takeover?.id
    this.site.onReached(this, 'told')
    setTimeout(() => this.report(), Math.random() * spreadMs)
  }

  obey({ id }) {
    const body = '{"ok":true,"text":""}'
    this.call('POST', `/api/player/commands/${id}`, json(body), body).catch(() => {})
  }

  /** Runs a touch action on another screen; returns milliseconds, or undefined on failure. */
  async act(action, n) {
    const started = now()
    const body = JSON.stringify({
      id: `touch-${n}-${Math.round(started)}`,
      widgetId: 'w0',
      action,
      at: Math.round(Date.now()),
    })
    const answer = await this.call('POST', '/api/player/actions', json(body), body)
    return answer.status === 200 && JSON.parse(answer.body).state === 'done' ? now() - started : undefined
  }

  /** Downloads missing files, and reports when all are stored. */
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
    this.site.onReached(this, 'verified')
    await this.report()
    this.site.onReached(this, 'shown')
  }

  hold({ hash, body }) {
    if (hashOf(body) !== hash) throw new Error('A manifest does not fit its hash')
    this.group = hash
    this.bytes = Buffer.byteLength(body)
    this.version = JSON.parse(body).pages[this.site.pageId]?.version ?? 0
    this.site.onHeld(this)
    if (this.site.withFiles) this.verify(body).catch((error) => this.site.onReached(this, error.message))
  }

  async ask() {
    const tag = `"${this.group}.${this.device}"`
    const answer = await this.call('GET', '/api/player/manifest', `if-none-match: ${tag}\r\n`)
    if (answer.status === 304) return
    if (answer.status !== 200) throw new Error(`The manifest was refused: ${answer.status}`)
    const { group, device } = JSON.parse(answer.body)
    if (hashOf(device.body) !== device.hash) throw new Error('A manifest does not fit its hash')
    // After a heartbeat that was sent during a change, its notice brings nothing new.
    if (this.device !== '') this.receive({ ...device, spreadMs: 0 })
    this.device = device.hash
    this.hold(group)
  }

  /** Like a player: retries with backoff. */
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

  beatAgain() {
    if (this.site.isClosed) return
    this.beat().catch(() => {})
    setTimeout(() => this.beatAgain(), around(BEAT_MS))
  }

  /** Sends a heartbeat. A different tag in the response means that a notice was lost. */
  async beat() {
    if (now() - this.reportedAt > WHOLE_MS) return this.report()
    const body = JSON.stringify({ revision: this.revision() })
    const answer = await this.call('POST', '/api/player/beat', json(body), body)
    if (answer.status !== 200) return this.site.trouble(`beat ${answer.status}`)
    const { isKnown, tag } = JSON.parse(answer.body)
    if (!isKnown) await this.report()
    if (!tag.includes(`${this.group}.${this.device}`)) await this.ask()
  }

  revision() {
    return `load.${this.reports}`
  }

  /** One at a time, like players: callers that arrive during a report share the next one. */
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
    this.reports++
    const body = JSON.stringify({
      ...REPORT,
      held: shows,
      shown: shows,
      takeoverId: this.takeover ?? null,
      revision: this.revision(),
    })
    const answer = await this.call('POST', '/api/player/heartbeat', json(body), body).catch(() => undefined)
    if (answer?.status === 200) this.reportedAt = now()
  }

  connect() {
    const { host, port, isSecure } = this.site
    const options = { host, port, localAddress: this.address, noDelay: true }
    // Test servers sign their own certificates.
    return isSecure
      ? tls.connect({ ...options, servername: isIP(host) ? '' : host, rejectUnauthorized: false })
      : connect(options)
  }

  request(method, path, headers = '') {
    const { host, port } = this.site
    return `${method} ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\nauthorization: Bearer ${this.token}\r\n${headers}\r\n`
  }

  async call(...request) {
    await this.site.beginCall()
    return this.exchange(...request).finally(() => this.site.endCall())
  }

  exchange(method, path, headers, body = '', asBytes = false) {
    return new Promise((resolve, reject) => {
      const socket = this.connect()
      const pieces = []
      let status
      const reader = new AnswerReader({
        onHead: (found) => {
          status = found
        },
        onBody: (bytes) => pieces.push(bytes),
      })
      socket.on('data', (piece) => reader.push(piece))
      socket.on('error', (error) => {
        this.site.trouble(`call ${error.code}`)
        reject(error)
      })
      socket.on('close', (failed) => {
        if (status === undefined && !failed) this.site.trouble('call without an answer')
        if (status === undefined) return reject(new Error('No answer'))
        const bytes = Buffer.concat(pieces)
        resolve({ status, bytes, body: asBytes ? '' : bytes.toString() })
      })
      socket.write(this.request(method, path, `connection: close\r\n${headers}`) + body)
    })
  }
}
