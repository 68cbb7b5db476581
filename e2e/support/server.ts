import { existsSync } from 'node:fs'
import path from 'node:path'
import { contract } from '@vitrine/contract'
import { type Call, createClient } from '@vitrine/contract/client'
import { type Host, oneProcess } from './host.ts'
import { severalServers } from './several-servers.ts'

const MAIN = path.resolve(import.meta.dirname, '../../dist/server/main.js')

export interface Credentials {
  email: string
  password: string
}

/** The API as one caller sees it. */
export interface Caller {
  token: string
  api: ReturnType<typeof createClient<typeof contract>>
  /** Sends a request; a form is sent as multipart. Throws if the server refuses. */
  call(method: string, path: string, body?: unknown): Promise<unknown>
}

export const SUPER_ADMIN: Credentials = { email: 'admin@vitrine.local', password: 'first-sign-in-1' }

/** The built server. */
export class Server {
  readonly consoleUrl: string
  readonly playerUrl: string
  readonly playerPort: number
  readonly #host: Host
  readonly #main: string
  /** Options of the first start. */
  #options: readonly string[]

  private constructor(host: Host, options: readonly string[], main: string) {
    this.#host = host
    this.#options = options
    this.#main = main
    this.consoleUrl = host.urls.console
    this.playerUrl = host.urls.player
    this.playerPort = Number(new URL(host.urls.player).port)
  }

  static async start(
    env: Record<string, string> = {},
    options: readonly string[] = [],
    main = MAIN,
  ): Promise<Server> {
    if (!existsSync(main)) throw new Error('There is no built server: run npm run build first')
    const settings = {
      ADMIN_EMAIL: SUPER_ADMIN.email,
      ADMIN_PASSWORD: SUPER_ADMIN.password,
      LOG_LEVEL: 'warn',
      ...env,
    }
    const host = await (process.env.JOURNEY_STORES ? severalServers(settings) : oneProcess(settings))
    const server = new Server(host, options, main)
    await server.start()
    return server
  }

  /** Everything printed so far. */
  get output(): string {
    return this.#host.output
  }

  /** Starts it with the same data and ports. */
  async start(): Promise<void> {
    const options = this.#options
    this.#options = []
    await this.#host.start(this.#main, options)
  }

  /** A power cut: kills the process without a shutdown. */
  cut(): Promise<void> {
    return this.#host.cut()
  }

  close(): Promise<void> {
    return this.#host.close()
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

  /** Logs in once and reuses the session. */
  superAdmin(): Promise<Caller> {
    // Access tokens last 15 minutes.
    if (!this.#superAdmin || performance.now() > this.#superAdmin.until)
      this.#superAdmin = { caller: this.signIn(), until: performance.now() + 10 * 60_000 }
    return this.#superAdmin.caller
  }

  #made = 0
  readonly #names = new Set<string>()

  /** Creates an organization and logs its admin in; adds a number if the name is taken. */
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
