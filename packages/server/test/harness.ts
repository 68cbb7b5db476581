import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contract } from '@vitrine/contract'
import { type Call, createClient } from '@vitrine/contract/client'
import type { ErrorBody, ErrorKey } from '@vitrine/contract/errors'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { type RunningServer, startServer } from '#app/server.ts'
import { openPostgres } from '#db/database.ts'
import type { Clock } from '#lib/clock.ts'
import { readSettings } from '#lib/env.ts'
import { newId } from '#lib/ids.ts'
import { createLog } from '#lib/log.ts'

/** A clock that stands still until a test moves it. Starts at a fixed instant. */
export class TestClock implements Clock {
  #now = Date.parse('2026-11-21T12:00:00Z')
  now(): number {
    return this.#now
  }
  advance(milliseconds: number): void {
    this.#now += milliseconds
  }
}

/** A call that was refused. */
export class Refused extends Error {
  readonly status: number
  readonly body: ErrorBody
  constructor(status: number, body: ErrorBody) {
    super(`${status} ${body.errKey}: ${body.message} ${JSON.stringify(body.errors ?? {})}`)
    this.status = status
    this.body = body
  }
  get errKey(): ErrorKey | undefined {
    return this.body.errKey
  }
}

/** The API as one caller sees it; `call` sends anything, also what the contract forbids. */
export interface Caller {
  token: string
  api: ReturnType<typeof createClient<typeof contract>>
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: unknown; headers: Headers }>
}

const STORAGE_MARK = 'vitrine-storage.json'
const ADMIN = { email: 'admin@vitrine.local', password: 'first-sign-in-1' }

/** The whole server on a real database, on ports of its own. SQLite, or PostgreSQL when TEST_DATABASE_URL is set. */
export class TestServer {
  readonly clock = new TestClock()
  readonly folder: string
  readonly #running: RunningServer
  readonly #schema: string
  readonly #dropSchema: () => Promise<void>

  private constructor(
    folder: string,
    running: RunningServer,
    schema: string,
    dropSchema: () => Promise<void>,
    clock: TestClock,
  ) {
    this.folder = folder
    this.#running = running
    this.#schema = schema
    this.#dropSchema = dropSchema
    this.clock = clock
  }

  /** `beside`: another process, as it were, on the same PostgreSQL data. Close it before that one. */
  static async start(env: Record<string, string> = {}, beside?: TestServer): Promise<TestServer> {
    const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-test-'))
    const log = createLog(process.env.LOG_LEVEL ?? 'silent')
    const clock = beside?.clock ?? new TestClock()
    // Servers that share a database share a storage too, which a folder of its own cannot be; its mark will do.
    if (beside)
      await cp(path.join(beside.folder, 'files', STORAGE_MARK), path.join(folder, 'files', STORAGE_MARK))
    const settings = readSettings({
      HOST: '127.0.0.1',
      PORT: '0',
      PLAYER_PORT: '0',
      CONTENT_PORT: '0',
      DATA_DIR: folder,
      ADMIN_PASSWORD: ADMIN.password,
      // Nothing answers there: no test reaches the network.
      WEATHER_URL: 'http://127.0.0.1:9',
      ...env,
    })
    const url = process.env.TEST_DATABASE_URL
    const schema = beside ? beside.#schema : `t${newId().replaceAll('-', '')}`
    if (url && !beside) await onPostgres(url, `create schema ${schema}`)
    const database = url ? openPostgres(url, log, schema) : undefined
    const running = await startServer({
      settings,
      clock,
      log,
      assets: path.join(folder, 'no-assets'),
      database,
    })
    const drop = async () => {
      if (url && !beside) await onPostgres(url, `drop schema ${schema} cascade`)
    }
    return new TestServer(folder, running, schema, drop, clock)
  }

  get services() {
    return this.#running.services
  }

  get origins() {
    return this.#running.origins
  }

  /** A caller with a token, or nobody. */
  as(token = ''): Caller {
    const call: Caller['call'] = async (method, path, body, headers = {}) => {
      const json = body !== undefined && !(body instanceof FormData)
      const response = await fetch(`${this.origins.console}/api${path}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(json && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: json ? JSON.stringify(body) : (body as FormData | undefined),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
    }
    const send = async ({ method, path, body }: Call) => {
      const answer = await call(method, path, body)
      if (answer.status >= 400) throw new Refused(answer.status, answer.body as ErrorBody)
      return answer.body
    }
    return { token, api: createClient(contract, send), call }
  }

  async signIn(credentials: { email: string; password: string } = ADMIN): Promise<Caller> {
    const { token } = await this.as().api.auth.login({ body: credentials })
    return this.as(token)
  }

  #made = 0

  /** A new organization with its admin signed in. */
  async organization(name?: string): Promise<Caller & { organizationId: string; email: string }> {
    const superAdmin = await this.signIn()
    const n = ++this.#made
    const email = `admin${n}@org.test`
    const { organization } = await superAdmin.api.organizations.create({
      body: {
        name: name ?? `Organization ${n}`,
        adminFirstName: 'Ada',
        adminLastName: 'Admin',
        email,
        password: 'password-1',
      },
    })
    return {
      ...(await this.signIn({ email, password: 'password-1' })),
      organizationId: organization.id,
      email,
    }
  }

  /** A regular user with these permissions, signed in. */
  async user(admin: Caller, permissions: string[] = []): Promise<Caller> {
    const email = `user${++this.#made}@org.test`
    const body = {
      email,
      firstName: 'Uma',
      lastName: 'User',
      role: '2',
      permissions,
      password: 'password-1',
    } as const
    await admin.api.users.create({ body: body as never })
    return this.signIn({ email, password: 'password-1' })
  }

  async close(): Promise<void> {
    await this.#running.close()
    await this.#dropSchema()
    await rm(this.folder, { recursive: true, force: true })
  }
}

async function onPostgres(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** One server for a test file: `const server = useServer()` then `server().organization()`. */
export function useServer(env?: Record<string, string>): () => TestServer {
  let server: TestServer | undefined
  beforeAll(async () => {
    server = await TestServer.start(env)
  }, 60_000)
  afterAll(async () => {
    await server?.close()
  }, 60_000)
  return () => {
    if (!server) throw new Error('The server has not started')
    return server
  }
}

/** The error of a call that must be refused. */
export async function refused(call: Promise<unknown>): Promise<Refused> {
  try {
    await call
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
  throw new Error('The call was answered, but should have been refused')
}
