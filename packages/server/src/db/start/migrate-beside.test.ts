import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { createLog } from '#lib/log.ts'
import { createDatabase } from '#test/databases.ts'
import { migrate } from './migrate.ts'

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
      // The next migrations refer to organizations, and then change the machine keys.
      await migrate(own, '410-deck-versions')
      let done: Promise<void> | undefined
      await other.transaction().execute(async (tx) => {
        await sql`lock table machine_keys in share mode`.execute(tx)
        done = migrate(own)
        await expect.poll(() => isWaiting(other)).toBe(true)
        await sql`update organizations set name = name`.execute(tx)
      })
      await done
      await own.selectFrom('machine_keys').select('log').execute()
      await own.selectFrom('deliveries').select('id').execute()
    } finally {
      await Promise.all([own.destroy(), other.destroy()])
      await drop()
    }
  })
})
