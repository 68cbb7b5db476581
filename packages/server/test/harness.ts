import { copyFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contract } from '@vitrine/contract'
import { type Call, createClient } from '@vitrine/contract/client'
import type { ErrorBody, ErrorKey } from '@vitrine/contract/errors'
import { ROLES } from '@vitrine/contract/permissions'
import { type Dispatcher, request } from 'undici'
import { afterAll, beforeAll, inject } from 'vitest'
import { startSession } from '#accounts/auth/queries.ts'
import { rememberAddress } from '#accounts/credentials/queries.ts'
import { insertOrganization } from '#accounts/organizations/queries.ts'
import { insertUser, type NewUser } from '#accounts/users/queries.ts'
import { type RunningServer, startServer } from '#app/server.ts'
import { type Clock, isoTime } from '#lib/clock.ts'
import { readSettings } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'
import { createDatabase } from './databases.ts'
import { undocumented } from './documented.ts'

/** A clock that only a test advances. Starts at a fixed instant. */
export class TestClock implements Clock {
  #now = Date.parse('2026-11-21T12:00:00Z')
  now(): number {
    return this.#now
  }
  #monotonic = 0
  monotonic(): number {
    return this.#monotonic
  }
  /** Advances the time; a negative value sets the clock back. */
  advance(milliseconds: number): void {
    this.#now += milliseconds
    this.#monotonic += Math.max(0, milliseconds)
  }
  /** Sets the clock without time passing. */
  jump(milliseconds: number): void {
    this.#now += milliseconds
  }
}

/** The error of a refused call. */
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

/** The API for one caller; `call` sends any request, including those that the contract forbids. */
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

/**
 * Stored values that no response may contain: column names of hashes and search keys, and password hashes. The audit log
 * says that such a column changed, not to what.
 */
export const NEVER_ANSWERED =
  /(?<!"field":")passwordHash|tokenHash|currentHash|previousHash|secretHash|[a-z](?<!err|resident)Key"|\$argon2|\$scrypt/
/** Values that must never be logged: signed tokens, and secrets in URLs. */
export const NEVER_LOGGED =
  /vt[rt]_[\w-]{20,}|eyJ[\w-]{10,}\.[\w-]{10,}|[?&](token|code|secret)=(?!\*\*\*)|Bearer [\w.-]{20,}/

const KEY = 'secret.key'
const STORAGE_MARK = 'vitrine-storage.json'
/** Hash of `password-1`, with the same parameters as all others. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$eNwpMb11IX8FEgPkeBVbgA$i8MeOCh17e01vouO+m3Ae9TaEP7aK+fIJK1V/Dj3R1U'
export const ADMIN = { email: 'admin@vitrine.local', password: 'first-sign-in-1' }

/**
 * The whole server on a real database, on free ports. SQLite, or PostgreSQL if TEST_DATABASE_URL is set. Every response
 * and, at the end, every log line is searched for secrets (AUTH-17, AUTHZ-08, TOK-01). A response with an undocumented
 * status fails the test that received it.
 */
export class TestServer {
  readonly clock = new TestClock()
  readonly folder: string
  readonly #running: RunningServer
  readonly #databaseUrl: string | undefined
  readonly #dropDatabase: (() => Promise<void>) | undefined
  readonly #logged: string[]

  private constructor(
    folder: string,
    running: RunningServer,
    databaseUrl: string | undefined,
    dropDatabase: (() => Promise<void>) | undefined,
    clock: TestClock,
    logged: string[],
  ) {
    this.folder = folder
    this.#running = running
    this.#databaseUrl = databaseUrl
    this.#dropDatabase = dropDatabase
    this.clock = clock
    this.#logged = logged
  }

  /**
   * `beside`: simulates another process on the same PostgreSQL data; close it first. `assets`: folder of built apps.
   * `clock`: replaces the test's clock. `empty`: starts on a database that the server has to migrate.
   */
  static async start(
    env: Record<string, string> = {},
    {
      beside,
      assets,
      empty = false,
      clock: machine,
    }: { beside?: TestServer; assets?: string; empty?: boolean; clock?: Clock } = {},
  ): Promise<TestServer> {
    const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-test-'))
    const logged: string[] = []
    const log = createLog('debug', {
      write: (line) => {
        logged.push(line)
        if (process.env.LOG_LEVEL) process.stdout.write(line)
      },
    })
    const clock = beside?.clock ?? new TestClock()
    // Servers that share a database share a storage too, which a separate folder can't be, so copy its marker.
    if (beside && !env.S3_BUCKET)
      await cp(path.join(beside.folder, 'files', STORAGE_MARK), path.join(folder, 'files', STORAGE_MARK))
    if (beside && !env.S3_BUCKET) await cp(path.join(beside.folder, KEY), path.join(folder, KEY))
    // A separate database: in a shared one, lists of tables would include those of other tests.
    const postgres = process.env.TEST_DATABASE_URL
    const own =
      postgres && !beside ? await createDatabase(postgres, empty ? undefined : inject('migrated')) : undefined
    if (!postgres && !empty) await copyFile(inject('migrated'), path.join(folder, 'vitrine.db'))
    const databaseUrl = beside ? beside.#databaseUrl : own?.url
    const settings = readSettings({
      HOST: '127.0.0.1',
      PORT: '0',
      PLAYER_PORT: '0',
      CONTENT_PORT: '0',
      DATA_DIR: folder,
      ADMIN_PASSWORD: ADMIN.password,
      // Writing the reserve takes longer than most tests.
      DISK_RESERVE_MB: '0',
      // Nothing listens there: no test reaches the network.
      WEATHER_URL: 'http://127.0.0.1:9',
      // The mail server of the tests has no certificate.
      SMTP_TLS: 'optional',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...(databaseUrl && env.S3_BUCKET && { SECRET_KEY: 'the key that servers of a test share' }),
      ...env,
    })
    const running = await startServer({
      settings,
      clock: machine ?? clock,
      log,
      assets: assets ?? path.join(folder, 'no-assets'),
    })
    return new TestServer(folder, running, databaseUrl, own?.drop, clock, logged)
  }

  get services() {
    return this.#running.services
  }

  /** The server's log so far, one object per line. */
  get log(): Record<string, unknown>[] {
    return this.#logged.map((line) => JSON.parse(line))
  }

  get origins() {
    return this.#running.origins
  }

  get inject() {
    return this.#running.inject
  }

  /** A caller with a token, or an anonymous one. */
  as(token = ''): Caller {
    servers.set(token, this)
    const call: Caller['call'] = async (method, path, body, headers = {}) => {
      const form = body instanceof FormData ? new Response(body) : undefined
      const json = body === undefined || form ? undefined : JSON.stringify(body)
      // Not `fetch`: it takes more processor time than the server does for most responses.
      const response = await request(`${this.origins.console}/api${path}`, {
        method: method as Dispatcher.HttpMethod,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(form && { 'content-type': form.headers.get('content-type') ?? '' }),
          ...headers,
        },
        body: form ? await form.bytes() : json,
      })
      const text = await response.body.text()
      const unknown = undocumented(method, path, response.statusCode)
      if (unknown) throw new Error(`${unknown}: ${text}`)
      const answered = headersOf(response.headers)
      // Only the log contains the reason.
      if (response.statusCode === 500)
        process.stderr.write(
          `${method} ${path}: ${JSON.stringify(this.log.findLast(({ err }) => err)?.err)}\n`,
        )
      const isJson = answered.get('content-type')?.startsWith('application/json')
      if (isJson && NEVER_ANSWERED.test(text)) throw new Error(`${method} ${path} answers a secret: ${text}`)
      return {
        status: response.statusCode,
        body: isJson && text ? JSON.parse(text) : text,
        headers: answered,
      }
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

  /** A new organization with its admin logged in. */
  async organization(name?: string): Promise<Caller & { organizationId: string; email: string }> {
    const n = ++this.#made
    const email = `admin${n}@org.test`
    const { database, clock } = this.services
    const now = isoTime(clock.now())
    const organizationId = await insertOrganization(database, name ?? `Organization ${n}`, false, now)
    const admin = await this.#addUser({
      organizationId,
      email,
      firstName: 'Ada',
      lastName: 'Admin',
      role: ROLES.admin,
      permissions: [],
    })
    return { ...admin, organizationId, email }
  }

  /** Creates and logs in a regular user with these permissions in the organization of `admin`. */
  async user(admin: Caller, permissions: string[] = []): Promise<Caller> {
    const { database, tokens } = this.services
    const { organizationId } = await database
      .selectFrom('sessions')
      .select('organizationId')
      .where('id', '=', await tokens.verifyAccess(admin.token, this.services.clock.now()))
      .executeTakeFirstOrThrow()
    return this.#addUser({
      organizationId,
      email: `user${++this.#made}@org.test`,
      firstName: 'Uma',
      lastName: 'User',
      role: ROLES.user,
      permissions: permissions as NewUser['permissions'],
    })
  }

  /**
   * Does the same as the routes that create and log in users, without hashing: that runs at low priority, so tests
   * would spend a third of their time waiting for it. The password is `password-1`.
   */
  async #addUser(user: Omit<NewUser, 'passwordHash'>): Promise<Caller> {
    const { database, tokens, clock } = this.services
    const now = clock.now()
    const id = await insertUser(database, { ...user, passwordHash: PASSWORD_HASH }, isoTime(now))
    const owner = { id, organizationId: user.organizationId }
    await rememberAddress(database, owner, '127.0.0.1', now)
    const session = { kiosk: false, userAgent: 'tests', address: '127.0.0.1' }
    const { sessionId } = await startSession({ db: database, tokens }, owner, session, now)
    return this.as(await tokens.access(sessionId, now))
  }

  async close(): Promise<void> {
    await this.#running.close()
    await this.#dropDatabase?.()
    await rm(this.folder, { recursive: true, force: true })
    const leak = this.#logged.find((line) => NEVER_LOGGED.test(line))
    if (leak) throw new Error(`The log holds a secret: ${leak}`)
  }
}

const headersOf = (raw: Dispatcher.ResponseData['headers']) =>
  new Headers(
    Object.entries(raw).flatMap(([name, values]) => [values ?? []].flat().map((value) => [name, value])),
  )

const servers = new Map<string, TestServer>()
/** For setup that no call can do. */
export function serverOf({ token }: Caller): TestServer {
  const server = servers.get(token)
  if (!server) throw new Error('Nobody has signed in with this token')
  return server
}

/** One server for a test file: `const server = useServer()` then `server().organization()`. */
export function useServer(
  env?: Record<string, string> | (() => Promise<Record<string, string>>),
): () => TestServer {
  let server: TestServer | undefined
  beforeAll(async () => {
    server = await TestServer.start(typeof env === 'function' ? await env() : env)
  }, 60_000)
  afterAll(async () => {
    await server?.close()
    // The file's modules live as long as the process, so release the server.
    server = undefined
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
