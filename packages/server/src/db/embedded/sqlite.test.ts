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
