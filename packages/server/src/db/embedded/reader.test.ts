import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterAll, expect, it, vi } from 'vitest'
import { scoped } from '#db/scoped.ts'
import { openReader } from './reader.ts'
import { ReaderPool } from './reader-pool.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-reader-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('every kind of query takes the turn of the organization that the database is bound to', async () => {
  const file = path.join(folder, 'turns.db')
  new Sqlite(file).exec('create table tags (id, "organizationId")').close()
  const reader = openReader(file)
  const asked = vi.spyOn(ReaderPool.prototype, 'all')
  try {
    for (const organizationId of ['a', 'b', undefined]) {
      asked.mockClear()
      const db = organizationId === undefined ? reader : scoped(reader, organizationId)
      await db.selectFrom('tags').select('id').execute()
      await sql`select 1`.execute(db)
      await db.connection().execute((held) => held.selectFrom('tags').select('id').execute())
      expect(asked.mock.calls.map(([, owner]) => owner)).toEqual(
        Array.from({ length: 3 }, () => organizationId),
      )
    }
  } finally {
    await reader.destroy()
  }
})
