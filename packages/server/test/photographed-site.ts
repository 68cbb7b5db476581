import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findTools } from '#lib/work/tools.ts'

/** A Chromium for tests of pictures; null where none is installed. CI has one. */
export const chromium = process.env.CHROMIUM_PATH ?? findTools().chromium

/** Milliseconds for a picture that must succeed: browsers have the lowest priority, and the machine may be busy. */
export const PATIENT = 110_000
/** For a test of several pictures. */
export const PATIENT_TEST = { timeout: 600_000 }

export const USER = 'maria'
export const PASSWORD = 'p@ss <b>"word" 1'
const TOKEN = 'token-of-the-form'

type Answer = (response: ServerResponse, request: IncomingMessage) => unknown

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'x-frame-options': 'DENY',
  'content-security-policy': "frame-ancestors 'none'",
}

const page =
  (body: string, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response
      .writeHead(status, { ...HTML, ...headers })
      .end(`<!doctype html><title>Site</title><body style="margin:0;font:40px sans-serif">${body}`)

const redirect =
  (location: string): Answer =>
  (response) =>
    response.writeHead(302, { location }).end()

const cookieOf = ({ headers }: IncomingMessage, name: string) =>
  new RegExp(`${name}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1] ?? ''

/** A site with pages of many kinds that refuses frames, and a login that ends when a test wants it to. */
export class PhotographedSite {
  readonly #server: Server
  readonly #sessions = new Set<string>()
  /** Accepted logins. */
  logins = 0
  /** The headers of each request, by path. */
  readonly headers: Record<string, IncomingMessage['headers'][]> = {}
  title = 'Turnover'

  readonly #dashboard: Answer = (response, request) =>
    page(`<div class="banner" style="height:50px;background:red">Cookies?</div><h1>${this.title}</h1>
      <div id="chart" style="width:300px;height:200px;background:#08f"></div>`)(response, request)

  readonly pages: Record<string, Answer> = {
    '/open': this.#dashboard,
    '/dashboard': (...call) =>
      (this.#sessions.has(cookieOf(call[1], 'session')) ? this.#dashboard : redirect('/login'))(...call),
    '/login': (response, request) =>
      request.method === 'POST' ? this.#logIn(response, request) : this.#form(response, request),
    '/basic': (...call) => {
      const wanted = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`
      const isKnown = call[1].headers.authorization === wanted
      return (isKnown ? this.#dashboard : page('Who?', 401, { 'www-authenticate': 'Basic realm="x"' }))(
        ...call,
      )
    },
    '/header': (...call) => {
      const shown = page(`<img src="http://${this.otherHost}/pixel.png"><h1>Fine</h1>`)
      return (call[1].headers['x-key'] === 'k-123' ? shown : page('No', 403))(...call)
    },
    '/hop': (...call) => redirect(`http://${this.otherHost}/open`)(...call),
    '/elsewhere': (...call) => redirect(`http://${this.otherHost}/login`)(...call),
    '/cookie': (...call) =>
      (cookieOf(call[1], 'key') === 'c-123' ? this.#dashboard : page('No', 403))(...call),
    '/never': () => undefined,
    '/loop': page('<script>for (;;) {}</script>'),
    '/grows': page(
      '<script>const all = []; setInterval(() => all.push(new Uint8Array(5e7).fill(1)), 1)</script>',
    ),
    '/endless': (response) => {
      response.writeHead(200, HTML)
      const timer = setInterval(() => response.write('x'.repeat(500_000)), 5)
      response.on('close', () => clearInterval(timer))
    },
    '/asks': page('<h1>Asks</h1><script>alert(1); confirm(2); window.open("/open")</script>'),
    '/download': (response) =>
      response
        .writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment' })
        .end('x'),
    '/late': page(
      '<script>setTimeout(() => { document.body.textContent = "There"; document.body.id = "done" }, 1500)</script>',
    ),
    '/colors': page(
      '<style>body { background: #fff } @media (prefers-color-scheme: dark) { body { background: #000 } }</style>',
    ),
    '/to-file': redirect('file:///etc/passwd'),
    '/to-metadata': redirect('http://169.254.169.254/latest/meta-data/'),
    '/to-local': redirect('http://127.0.0.1:8099/'),
  }

  private constructor() {
    this.#server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://site')
      this.headers[pathname] = [...(this.headers[pathname] ?? []), request.headers]
      const answer = this.pages[pathname] ?? page('Not found', 404)
      answer(response, request)
    })
  }

  static async open(): Promise<PhotographedSite> {
    const site = new PhotographedSite()
    await new Promise<void>((resolve) => site.#server.listen(0, '127.0.0.1', resolve))
    return site
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get host(): string {
    return `127.0.0.1:${this.#port}`
  }

  /** The same server by another name, which is another origin. */
  get otherHost(): string {
    return `localhost:${this.#port}`
  }

  address = (path: string): string => `http://${this.host}${path}`

  endSessions(): void {
    this.#sessions.clear()
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #form = page(`<form method="post" action="/login"><input type="hidden" name="csrf" value="${TOKEN}">
    <input type="search" name="q"><input name="user"><input type="password" name="password">
    <button>Log in</button></form>`)

  #logIn(response: ServerResponse, request: IncomingMessage): void {
    let text = ''
    request.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
    })
    request.on('end', () => {
      const body = new URLSearchParams(text)
      const isRight =
        body.get('csrf') === TOKEN && body.get('user') === USER && body.get('password') === PASSWORD
      if (!isRight) return void redirect('/login')(response, request)
      const session = `s${++this.logins}x`
      this.#sessions.add(session)
      response
        .writeHead(302, { location: '/dashboard', 'set-cookie': `session=${session}; HttpOnly; Path=/` })
        .end()
    })
  }
}
