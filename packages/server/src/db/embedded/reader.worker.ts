import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import type { NEXT_PIECE, ReaderAnswer, ReaderData, ReaderQuery } from './reader-pool.ts'

const STATEMENTS_MAX = 200
/** Page cache in kilobytes: reports read the same pages repeatedly. */
const CACHE_KB = 16_000
/** Rows that the main thread receives at a time. */
const PIECE = 1000

const { file, statisticsMs } = workerData as ReaderData
const database = new Sqlite(file, { readonly: true, fileMustExist: true })
database.pragma('busy_timeout = 5000')
database.pragma(`cache_size = ${-CACHE_KB}`)
database.pragma('temp_store = memory')
let statistics = statisticsOf()
setInterval(() => {
  const current = statisticsOf()
  if (current === statistics) return
  statistics = current
  database.pragma('writable_schema = reset')
}, statisticsMs)
const prepared = new Map<string, Sqlite.Statement>()

function statementOf(text: string): Sqlite.Statement {
  const known = prepared.get(text)
  if (known) return known
  if (prepared.size >= STATEMENTS_MAX) prepared.clear()
  const statement = database.prepare(text)
  prepared.set(text, statement)
  return statement
}

function statisticsOf(): string {
  try {
    const rows = database.prepare('select tbl, idx, stat from sqlite_stat1').raw().all()
    return JSON.stringify(rows)
  } catch {
    // Nothing has been analyzed yet.
    return ''
  }
}

let rest: unknown[] = []

parentPort?.on('message', (query: ReaderQuery | typeof NEXT_PIECE) => {
  let answer: ReaderAnswer
  try {
    if (typeof query === 'object') rest = statementOf(query.text).all(query.parameters)
    answer = { rows: rest.splice(0, PIECE), hasMore: rest.length > 0 }
  } catch (error) {
    const { message, code = '' } = error as Error & { code?: string }
    answer = { message, code }
  }
  parentPort?.postMessage(answer)
})
