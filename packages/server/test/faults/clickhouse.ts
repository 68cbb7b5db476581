import { fork } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Services } from '#app/services.ts'
import { newId } from '#lib/ids.ts'

const SERVER = fileURLToPath(new URL('../../../../scripts/setup/clickhouse-server.mjs', import.meta.url))

/** Address of a ClickHouse for this process; null if its engine isn't installed, which `npm test` does. */
let engine: Promise<string | null> | undefined

function startEngine(): Promise<string | null> {
  const child = fork(SERVER, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
  return new Promise((resolve, reject) => {
    child.once('message', (port: number | null) => {
      // It ends with this process, which needn't wait for it.
      child.unref()
      child.channel?.unref()
      resolve(port === null ? null : `http://127.0.0.1:${port}`)
    })
    child.once('exit', (code) => reject(new Error(`ClickHouse ended with code ${code}`)))
  })
}

/** A new database in ClickHouse; undefined if its engine isn't installed. */
export async function createClickhouse(): Promise<TestClickhouse | undefined> {
  engine ??= startEngine()
  const server = await engine
  if (server === null) return undefined
  const name = `t${newId().replaceAll('-', '')}`
  const database = new TestClickhouse(server, name)
  await database.query(`create database ${name}`, server)
  return database
}

class TestClickhouse {
  /** For CLICKHOUSE_URL. */
  readonly url: string

  constructor(server: string, name: string) {
    this.url = `${server}/${name}`
  }

  async query(text: string, at = this.#http): Promise<string> {
    const response = await fetch(at, { method: 'POST', body: text })
    const answer = await response.text()
    if (!response.ok) throw new Error(answer)
    return answer.trim()
  }

  get #http(): string {
    const { origin, pathname } = new URL(this.url)
    return `${origin}/?database=${pathname.slice(1)}`
  }
}

/** Settings for each place where plays can be stored. */
export const PLAY_STORES: {
  store: string
  isClickhouse: boolean
  env: () => Promise<Record<string, string>>
}[] = [{ store: 'the database', isClickhouse: false, env: async () => ({}) }]
if (await createClickhouse())
  PLAY_STORES.push({
    store: 'ClickHouse',
    isClickhouse: true,
    env: async () => ({ CLICKHOUSE_URL: (await createClickhouse())?.url ?? '' }),
  })

/** What happens to requests: `lost` drops the response after the request was carried out, `cut` half of it. */
type Fault = 'none' | 'away' | 'refused' | 'password' | 'hangs' | 'lost' | 'cut'

/** A ClickHouse behind a network that fails as a test wants. */
export class FaultyClickhouse {
  fault: Fault = 'none'
  /** Queries that arrived. */
  asked = 0
  readonly #target: string
  readonly #server = createServer((request, response) => {
    this.asked++
    void this.#answer(request, response).catch(() => request.socket.destroy())
  })

  private constructor(target: string) {
    this.#target = target
  }

  static async start(): Promise<FaultyClickhouse> {
    const database = await createClickhouse()
    const faulty = new FaultyClickhouse(database?.url ?? '')
    await new Promise<void>((resolve) => faulty.#server.listen(0, '127.0.0.1', resolve))
    return faulty
  }

  /** For CLICKHOUSE_URL. */
  get url(): string {
    const { port } = this.#server.address() as AddressInfo
    return `http://user:secret-password@127.0.0.1:${port}${new URL(this.#target).pathname}`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    if (this.fault === 'hangs') return
    if (this.fault === 'away') return void request.socket.destroy()
    if (this.fault === 'refused')
      return void response
        .writeHead(500)
        .end('Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)')
    if (this.fault === 'password')
      return void response
        .writeHead(403)
        .end('Code: 516. DB::Exception: user: Authentication failed. (AUTHENTICATION_FAILED)')
    const answer = await fetch(new URL(request.url ?? '/', new URL(this.#target).origin), {
      method: request.method ?? 'GET',
      headers: { 'content-type': request.headers['content-type'] ?? 'text/plain' },
      ...(request.method === 'POST' && { body: Buffer.concat(pieces) }),
    })
    const body = Buffer.from(await answer.arrayBuffer())
    if (this.fault === 'lost') return void request.socket.destroy()
    response.writeHead(answer.status, {
      'content-length': body.length,
      'x-clickhouse-exception-code': answer.headers.get('x-clickhouse-exception-code') ?? [],
    })
    if (this.fault !== 'cut') return void response.end(body)
    response.write(body.subarray(0, body.length / 2), () => request.socket.destroy())
  }
}

/** The numbers of stored rows, of an organization if its number is given. */
export async function rowsIn(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  tenant: number | null = null,
): Promise<{ plays: number; totals: number; names: number }> {
  const url = settings.CLICKHOUSE_URL
  const of = (text: string) => `${text}${tenant === null ? '' : ` where tenant = ${tenant}`}`
  const inDatabase = async (text: string) => {
    const { rows } = await sql<{ n: number }>`${sql.raw(text)}`.execute(database)
    return Number(rows[0]?.n)
  }
  const stored = async (table: string, same: string) =>
    url
      ? Number(
          await new TestClickhouse(new URL(url).origin, new URL(url).pathname.slice(1)).query(
            of(`select count() from ${table}`),
          ),
        )
      : inDatabase(of(`select count(*) as n from ${same}`))
  return {
    plays: await stored('play_rows', 'plays'),
    totals: (await stored('play_hour_rows', 'play_hours')) + (url ? await stored('play_hour_sums', '') : 0),
    names:
      (await inDatabase('select count(*) as n from play_items')) +
      (await inDatabase('select count(*) as n from play_screens')),
  }
}
