import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openPostgres } from '#db/database.ts'
import { SEARCHED } from '#db/lists/name-search.ts'
import { createLog } from '#lib/log.ts'
import { createDatabase } from '#test/databases.ts'
import { migrate } from './migrate.ts'
import { addNameIndexes, tablesWithoutNameIndex } from './name-indexes.ts'

const postgres = process.env.TEST_DATABASE_URL

describe.runIf(postgres)('indexes of names on PostgreSQL', () => {
  it('are left out where the extension may not be created, and added once an administrator has', async () => {
    const own = await createDatabase(postgres ?? '')
    const admin = openPostgres(own.url, createLog('silent'))
    const role = `role_${own.name}`
    try {
      await sql`create role ${sql.ref(role)} login`.execute(admin)
      await sql`create schema own authorization ${sql.ref(role)}`.execute(admin)
      const url = new URL(own.url)
      url.username = role
      const limited = openPostgres(url.href, createLog('silent'), { schema: 'own' })
      try {
        await migrate(limited)
        expect(await tablesWithoutNameIndex(limited)).toEqual([...SEARCHED])
        expect(await addNameIndexes(limited)).toBe(false)
        await sql`create extension pg_trgm with schema public`.execute(admin)
        expect(await addNameIndexes(limited)).toBe(true)
        expect(await tablesWithoutNameIndex(limited)).toEqual([])
      } finally {
        await limited.destroy()
      }
    } finally {
      await admin.destroy()
      await own.drop()
    }
  })
})
