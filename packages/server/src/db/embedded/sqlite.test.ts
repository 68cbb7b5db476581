import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSqlite } from './sqlite.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vitrine-sqlite-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('writes nothing when it opens a database again, because a full disk would refuse the start', async () => {
  const file = path.join(folder, 'vitrine.db')
  const first = openSqlite(file)
  await sql`create table "rows" ("id" text)`.execute(first)
  await first.destroy()
  const again = openSqlite(file)
  await sql`select * from "rows"`.execute(again)
  expect(statSync(`${file}-wal`).size).toBe(0)
  await again.destroy()
})

it('compares texts in a way that SQLite plans once, and numbers unchanged', async () => {
  const db = openSqlite(':memory:')
  const { sql: text } = db
    .selectFrom('buildings')
    .select('name')
    .where('name', '=', 'East')
    .where('version', '=', 1)
    .limit(1)
    .offset(2)
    .compile()
  expect(text.split(' where ')[1]).toBe(
    '"name" = cast(? as text) and "version" = ? limit cast(? as integer) offset cast(? as integer)',
  )
  await db.destroy()
})

it('lets others run before a statement, once a turn of the event loop has worked for 5 ms', async () => {
  const db = openSqlite(':memory:')
  let turns = 0
  const other = () => {
    turns++
    next = setImmediate(other)
  }
  let next = setImmediate(other)
  for (let n = 0; n < 5; n++) {
    await sql`select 1`.execute(db)
    for (const until = performance.now() + 6; performance.now() < until; );
  }
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(4)
  await db.destroy()
})
