import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { databaseError } from '#db/refusals.ts'
import { NEXT_PIECE, ReaderPool } from './reader-pool.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-reader-'))
const file = path.join(folder, 'read.db')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A thread that hangs on request in native code, as SQLite may: it can't be terminated before that returns. */
const HANGS = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { execFileSync } from 'node:child_process'
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ text }) => {
      if (text === 'hang') execFileSync(process.execPath, ['-e', 'setTimeout(() => {}, 5000)'])
      parentPort.postMessage({ rows: [{ one: 1 }] })
    })`)}`,
)
const HANG = { text: 'hang', parameters: [] }
/** A thread whose statements take the given milliseconds. */
const TAKES = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ text }) => setTimeout(() => parentPort.postMessage({ rows: [] }), Number(text)))`)}`,
)
const taking = (ms: number) => ({ text: String(ms), parameters: [] })
const ONE = { text: 'select 1 as one', parameters: [] }
const BUSY = { status: 503, errKey: 'UNAVAILABLE' }

describe('reader threads', () => {
  let pool: ReaderPool
  const open = (...given: ConstructorParameters<typeof ReaderPool>) => {
    if (!existsSync(file)) new Sqlite(file).exec('create table t (id)').close()
    pool = new ReaderPool(...given)
    return pool
  }
  afterEach(() => {
    vi.restoreAllMocks()
    return pool.close()
  })
  const failure = (work: Promise<unknown>) => work.then(() => 'no error', databaseError)

  it('read and never write', async () => {
    const { all } = { all: (text: string) => pool.all({ text, parameters: [] }) }
    open(file)
    expect(await all('select 1 as one')).toEqual([{ one: 1 }])
    await expect(all('insert into t values (1) returning id')).rejects.toMatchObject({
      code: 'SQLITE_READONLY',
    })
    await expect(all('select nonsense')).rejects.toMatchObject({ code: 'SQLITE_ERROR' })
    expect(await all('select count(*) as rows from t')).toEqual([{ rows: 0 }])
  })

  it('hand over many rows in pieces, between which other calls run', async () => {
    open(file)
    const numbers = (many: number) => ({
      text: `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${many}) select i from n`,
      parameters: [],
    })
    const sent = vi.spyOn(Worker.prototype, 'postMessage')
    const asked = () => sent.mock.calls.filter(([message]) => message === NEXT_PIECE).length
    for (const [many, more] of [
      [1000, 0],
      [1001, 1],
      [25_500, 25],
    ] as const) {
      sent.mockClear()
      const rows = await pool.all(numbers(many))
      expect(rows).toEqual(Array.from({ length: many }, (_, index) => ({ i: index + 1 })))
      expect(asked()).toBe(more)
    }
  })

  it('plan with the statistics that another connection has written', async () => {
    const own = path.join(folder, 'statistics.db')
    const main = new Sqlite(own)
    main.pragma('journal_mode = wal')
    main.exec('create table m (id text primary key, o text, n) without rowid; create index m_o on m (o)')
    open(own, { statisticsMs: 50 })
    const plan = async () => {
      const text =
        "explain query plan select * from m where id in (select value from json_each('[1]')) and o = 'a'"
      return JSON.stringify(await pool.all({ text, parameters: [] }))
    }
    expect(await plan()).toContain('m_o')
    main.exec(
      "insert into m with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000) select i, 'a', i from n; analyze",
    )
    await expect.poll(plan).toContain('USING PRIMARY KEY (id=?)')
    main.close()
  })

  it('that take too long report an error in time and are replaced', async () => {
    open(file, { answerMs: 1000, script: HANGS })
    const hanging = [1, 2].map(() => failure(pool.all(HANG)))
    const waiting = pool.all(ONE)
    expect(await Promise.all(hanging)).toMatchObject([BUSY, BUSY])
    expect(await waiting).toEqual([{ one: 1 }])
  })

  it('that hang in large numbers get no replacements, and make queries fail instead of wait', async () => {
    open(file, { answerMs: 1000, script: HANGS })
    const answers = await Promise.all(Array.from({ length: 8 }, () => failure(pool.all(HANG))))
    expect(answers).toMatchObject(answers.map(() => BUSY))
    await expect.poll(() => failure(pool.all(ONE)), { timeout: 30_000 }).toBe('no error')
  })

  it('that exit report an error and are replaced', async () => {
    open(file, { script: new URL('data:text/javascript,process.exit(1)') })
    expect(await failure(pool.all(ONE))).toMatchObject(BUSY)
    expect(await failure(pool.all(ONE))).toMatchObject(BUSY)
    open(path.join(folder, 'missing.db'))
    await expect(pool.all(ONE)).rejects.toThrow()
    new Sqlite(path.join(folder, 'missing.db')).exec('create table t (id)').close()
    expect(await pool.all(ONE)).toEqual([{ one: 1 }])
  })

  it('refuse queries when too many wait, of one organization or of all, and after the pool is closed', async () => {
    open(file, { script: TAKES })
    const refused = { a: 0, b: 0, c: 0, d: 0 }
    const ask = async (organizationId: keyof typeof refused, many: number) => {
      for (let n = 0; n < many; n++)
        pool.all(taking(100_000), organizationId).catch(() => refused[organizationId]++)
      await setImmediate()
    }
    // Two run.
    await ask('a', 310)
    expect(refused.a).toBe(8)
    // One runs, in the last thread.
    await ask('b', 301)
    await ask('c', 300)
    expect(refused).toEqual({ a: 8, b: 0, c: 0, d: 0 })
    await ask('d', 110)
    // Those with the most give way.
    expect(refused.d).toBe(0)
    expect(refused.a + refused.b + refused.c).toBe(8 + 10)
    const waiting = failure(pool.all(ONE, 'b'))
    await pool.close()
    expect(await waiting).toMatchObject(BUSY)
    expect(await failure(pool.all(ONE))).toMatchObject(BUSY)
  })

  it('serve an organization whose neighbor has two slow statements and many waiting', async () => {
    open(file, { script: TAKES })
    const done: string[] = []
    const ask = (organizationId: string, ms: number) =>
      pool.all(taking(ms), organizationId).then(() => void done.push(organizationId))
    const slow = Array.from({ length: 100 }, () => ask('slow', 50))
    // The third thread serves only the others.
    await ask('other', 0)
    expect(done.filter((each) => each === 'slow').length).toBeLessThanOrEqual(6)
    // Organizations that all have many waiting get a thread equally often.
    const many = ['a', 'b', 'c'].flatMap((each) => Array.from({ length: 10 }, () => ask(each, 20)))
    await Promise.all(many)
    for (const each of ['a', 'b', 'c']) {
      const last = done.lastIndexOf(each)
      expect(done.slice(0, last).filter((other) => other === 'slow').length).toBeLessThan(60)
    }
    expect(done.filter((each) => each === 'slow').length).toBeLessThan(100)
    await Promise.all(slow)
  })
})
