import { readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { loadIntoPostgres } from '#operations/backups/postgres-rows.ts'
import { TestServer } from '#test/harness.ts'

/** Moves the rows of a server on SQLite to an empty PostgreSQL, and starts another server there. */
export async function moveToPostgres(from: TestServer, url: string): Promise<TestServer> {
  await loadIntoPostgres({ file: path.join(from.folder, 'vitrine.db'), url, aside: null })
  // As autovacuum does it in time. Not through a server, which limits how long a statement takes.
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
  const server = await TestServer.start({ DATABASE_URL: url }, { beside: from })
  await cp(path.join(from.folder, 'files'), path.join(server.folder, 'files'), { recursive: true })
  return server
}

/**
 * Milliseconds by process. Those of ended ones stay: otherwise a call during which a session ends could take less than
 * none.
 */
const timeOf = new Map<string, number>()

/** Milliseconds of processor time of PostgreSQL's processes. */
export function postgresTime(parent: number): number {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(/\s+/)
  for (const pid of [String(parent), ...children])
    try {
      const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
      timeOf.set(pid, Number(nanoseconds) / 1e6)
    } catch {
      // Ended in the meantime.
    }
  return timeOf.values().reduce((sum, each) => sum + each, 0)
}

/** Collects the statements that take longest while a call runs. */
export function watchStatements(): () => [ms: number, text: string][] {
  const all: [number, string][] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function watched(this: pg.Client, ...given: unknown[]) {
    const started = performance.now()
    const answer = Reflect.apply(query, this, given) as unknown
    const text = typeof given[0] === 'string' ? given[0] : String((given[0] as { text?: string })?.text)
    if (answer instanceof Promise)
      answer.finally(() => all.push([performance.now() - started, text])).catch(() => {})
    return answer
  } as typeof query
  return () => {
    pg.Client.prototype.query = query
    return all
  }
}
