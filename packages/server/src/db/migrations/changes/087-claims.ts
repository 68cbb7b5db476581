import { sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import type { Bare } from '#db/migrations/table.ts'
import type { Db } from '#db/schema.ts'

/**
 * The foreign key from a claim to its organization is checked at commit: concurrent claims that had it checked
 * immediately and then locked the organization's row deadlocked.
 */
export async function up(db: Bare): Promise<void> {
  if (!isPostgres(db as Db)) return
  await sql`alter table given_answers alter constraint "given_answers_organizationId_fkey"
    deferrable initially deferred`.execute(db)
}
