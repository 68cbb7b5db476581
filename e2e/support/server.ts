import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { contract } from '@vitrine/contract'
import { type Call, createClient } from '@vitrine/contract/client'

const MAIN = path.resolve(import.meta.dirname, '../../dist/server/main.js')
/** What Node compiled of it is kept for the next one, although none of them exits on its own. */
const COMPILED = path.resolve(import.meta.dirname, '../../.cache/compiled')
const KEEP_COMPILED = `data:text/javascript,${encodeURIComponent(
  "import { flushCompileCache } from 'node:module'; setTimeout(flushCompileCache, 1000).unref()",
)}`
const START_MS = 20_000
/** Filling the demo takes a little longer. */
const START_WITH_OPTIONS_MS = 60_000

export interface Credentials {
  email: string
  password: string
}

/** The API as one caller sees it. */
export interface Caller {
  token: string
  api: ReturnType<typeof createClient<typeof contract>>
  /** Sends anything; a form goes out as multipart. Throws on a refusal. */
  call(method: string, path: string, body?: unknown): Promise<unknown>
}

export const SUPER_ADMIN: Credentials = { email: 'admin@vitrine.local', password: 'first-sign-in-1' }

/** The built server in a separate process, on free loopback ports and an empty data folder. */
export class Server {
  readonly consoleUrl: string
  readonly playerUrl: string
  readonly playerPort: number
  /** Everything printed so far. */
  output = ''
  readonly #env: NodeJS.ProcessEnv
  readonly #folder: string
  readonly #main: string
  /** Options of its first start. */
  #options: readonly string[]
  #process: ChildProcess | undefined

  private constructor(
    folder: string,
    ports: readonly number[],
    env: Record<string, string>,
    options: readonly string[],
    main: string,
  ) {
    const [port = 0, playerPort = 0, contentPort = 0] = ports
    this.#folder = folder
    this.#options = options
    this.#main = main
    this.playerPort = playerPort
    this.consoleUrl = `http://localhost:${port}`
    this.playerUrl = `http://localhost:${playerPort}`
    this.#env = {
      ...process.env,
      NODE_COMPILE_CACHE: COMPILED,
      HOST: '127.0.0.1',
      PORT: String(port),
      PLAYER_PORT: String(playerPort),
      CONTENT_PORT: String(contentPort),
      DATA_DIR: folder,
      ADMIN_EMAIL: SUPER_ADMIN.email,
      ADMIN_PASSWORD: SUPER_ADMIN.password,
      LOG_LEVEL: 'warn',
      ...env,
    }
  }

  static async start(
    env: Record<string, string> = {},
    options: readonly string[] = [],
    main = MAIN,
  ): Promise<Server> {
    if (!existsSync(main)) throw new Error('There is no built server: run npm run build first')
    const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-journey-'))
    const server = new Server(folder, await freePorts(3), env, options, main)
    await server.start()
    return server
  }

  /** Starts it on the data and ports that it had. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['--import', KEEP_COMPILED, this.#main, ...this.#options], {
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const patience = this.#options.length > 0 ? START_WITH_OPTIONS_MS : START_MS
    this.#options = []
    this.#process = child
    const listen = (chunk: Buffer) => {
      this.output += chunk.toString()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    const deadline = performance.now() + patience
    while (performance.now() < deadline) {
      if (child.exitCode !== null) throw new Error(`The server ended: ${this.output}`)
      const answer = await fetch(`${this.consoleUrl}/api/health`).catch(() => undefined)
      if (answer?.ok && this.output.includes('is running')) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error(`The server does not answer: ${this.output}`)
  }

  /** A power cut of the process: nothing is said good-bye to. */
  async cut(): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }

  async close(): Promise<void> {
    await this.cut()
    await rm(this.#folder, { recursive: true, force: true })
  }

  as(token = ''): Caller {
    const call: Caller['call'] = async (method, path, body) => {
      const json = body !== undefined && !(body instanceof FormData)
      const response = await fetch(`${this.consoleUrl}/api${path}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(json && { 'content-type': 'application/json' }),
        },
        body: json ? JSON.stringify(body) : (body as FormData | undefined),
      })
      const answer = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer}`)
      return JSON.parse(answer)
    }
    const send = ({ method, path, body }: Call) => call(method, path, body)
    return { token, call, api: createClient(contract, send) }
  }

  async signIn(credentials = SUPER_ADMIN): Promise<Caller> {
    const { token } = await this.as().api.auth.login({ body: credentials })
    return this.as(token)
  }

  #superAdmin: { caller: Promise<Caller>; until: number } | undefined

  /** Logged in once for many calls. */
  superAdmin(): Promise<Caller> {
    // Access tokens last 15 minutes.
    if (!this.#superAdmin || performance.now() > this.#superAdmin.until)
      this.#superAdmin = { caller: this.signIn(), until: performance.now() + 10 * 60_000 }
    return this.#superAdmin.caller
  }

  #made = 0
  readonly #names = new Set<string>()

  /** A new organization with its admin logged in; its name gets a number where another one has it. */
  async organization(name: string): Promise<Caller & { credentials: Credentials }> {
    const credentials = { email: `admin-${++this.#made}@example.com`, password: 'Sunny-days-4' }
    const superAdmin = await this.superAdmin()
    const only = this.#names.has(name) ? `${name} ${this.#made}` : name
    this.#names.add(name)
    await superAdmin.api.organizations.create({
      body: { name: only, adminFirstName: 'Ada', adminLastName: 'Lund', ...credentials },
    })
    return { ...(await this.signIn(credentials)), credentials }
  }
}

/** All probed before any is given back, so that they differ. */
async function freePorts(count: number): Promise<number[]> {
  const probes = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
          const probe = createServer()
          probe.on('error', reject)
          probe.listen(0, '127.0.0.1', () => resolve(probe))
        }),
    ),
  )
  const ports = probes.map((probe) => (probe.address() as { port: number }).port)
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))))
  return ports
}
