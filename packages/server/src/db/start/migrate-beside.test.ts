import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { describe, expect, it } from 'vitest'
import { openPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { createLog } from '#lib/log.ts'
import { createDatabase } from '#test/databases.ts'
import { MIGRATIONS, migrate } from './migrate.ts'

const postgres = process.env.TEST_DATABASE_URL

/** Whether a transaction of the database waits for a lock. */
async function isWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_locks where not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.length > 0
}

describe.runIf(postgres)('a migration next to a server that still uses the tables', () => {
  it('is retried after a deadlock, and the other call succeeds', async () => {
    const { url, drop } = await createDatabase(postgres ?? '')
    const [own, other] = [openPostgres(url, createLog('silent')), openPostgres(url, createLog('silent'))]
    try {
      await migrate(own)
      // Refers to organizations, and then changes the machine keys.
      const next: Migration = {
        up: async (tx) => {
          await sql`create table later (id text references organizations (id))`.execute(tx)
          await sql`alter table machine_keys add column later text`.execute(tx)
        },
      }
      let done: Promise<void> | undefined
      await other.transaction().execute(async (tx) => {
        await sql`lock table machine_keys in share mode`.execute(tx)
        done = migrate(own, { migrations: { ...MIGRATIONS, '999-later': next } })
        await expect.poll(() => isWaiting(other)).toBe(true)
        await sql`update organizations set name = name`.execute(tx)
      })
      await done
      await sql`select later.id, machine_keys.later from later, machine_keys`.execute(own)
    } finally {
      await Promise.all([own.destroy(), other.destroy()])
      await drop()
    }
  })
})
