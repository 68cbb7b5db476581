import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { inject } from 'vitest'
import { freePorts } from '#test/free-ports.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the bundled server. */
    bundle: string
  }
}

/** Node only stores its compile cache on a normal exit, which killed processes don't have. */
const KEEP_COMPILED = `data:text/javascript,${encodeURIComponent(
  "import { flushCompileCache } from 'node:module'; setTimeout(flushCompileCache, 1000).unref()",
)}`
const ADMIN = { email: 'admin@vitrine.local', password: 'first-sign-in-1' }

/** A script of the bundle. */
export const bundled = (name: 'main' | 'cli') => path.join(inject('bundle'), `${name}.js`)

/** The server in a separate process, which a test can kill like a power cut. */
export class ServerProcess {
  readonly url: string
  readonly #env: Record<string, string>
  #child: ChildProcess | undefined

  private constructor(url: string, env: Record<string, string>) {
    this.url = url
    this.#env = env
  }

  static async start(folder: string, env: Record<string, string> = {}): Promise<ServerProcess> {
    const [PORT, PLAYER_PORT, CONTENT_PORT] = (await freePorts(3)).map(String)
    const server = new ServerProcess(`http://127.0.0.1:${PORT}`, {
      HOST: '127.0.0.1',
      PORT: PORT ?? '',
      PLAYER_PORT: PLAYER_PORT ?? '',
      CONTENT_PORT: CONTENT_PORT ?? '',
      DATA_DIR: folder,
      ADMIN_PASSWORD: ADMIN.password,
      DISK_RESERVE_MB: '0',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'silent',
      ...env,
    })
    await server.start()
    return server
  }

  /** Starts again on the same data and ports, after `kill`. */
  async start(): Promise<void> {
    this.#child = spawn(process.execPath, ['--no-warnings', '--import', KEEP_COMPILED, bundled('main')], {
      env: { ...process.env, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    let isRunning = false
    this.#child.stdout?.on('data', (text) => {
      // It answers on its first port before the last one is open.
      isRunning ||= String(text).includes('Vitrine is running')
    })
    this.#child.stderr?.on('data', (text) => {
      said += text
    })
    for (let tries = 0; ; tries++) {
      const answer = await fetch(`${this.url}/api/health`).catch(() => undefined)
      if (answer?.ok && isRunning) return
      if (tries > 600 || this.#child.exitCode !== null) throw new Error(`The server does not start: ${said}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  send(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  /** Resolves when the process has ended. */
  async ended(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    const child = this.#child
    if (!child) throw new Error('The server was not started')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    return { code: child.exitCode, signal: child.signalCode }
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  /** A function that calls the API as the super admin. */
  async signIn(): Promise<
    (method: string, path: string, body?: BodyOfCall, headers?: Record<string, string>) => Promise<Response>
  > {
    const call =
      (token = '') =>
      (method: string, path: string, body?: BodyOfCall, headers: Record<string, string> = {}) => {
        const json = body !== undefined && !(body instanceof FormData) && !ArrayBuffer.isView(body)
        return fetch(`${this.url}/api${path}`, {
          method,
          headers: {
            ...(token && { authorization: `Bearer ${token}` }),
            ...(json && { 'content-type': 'application/json' }),
            ...headers,
          },
          body: json ? JSON.stringify(body) : (body as FormData | undefined),
        })
      }
    const answer = await call()('POST', '/auth/login', ADMIN)
    const { token } = (await answer.json()) as { token: string }
    return call(token)
  }
}

type BodyOfCall = FormData | Buffer<ArrayBuffer> | object
