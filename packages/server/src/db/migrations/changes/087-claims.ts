import { sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import type { Bare } from '#db/migrations/table.ts'
import type { Db } from '#db/schema.ts'

/**
 * The foreign key from a claim to its organization is checked at commit: several calls that had
 * it looked at before and then lock its row, all waited for each other.
 */
export async function up(db: Bare): Promise<void> {
  if (!isPostgres(db as Db)) return
  await sql`alter table given_answers alter constraint "given_answers_organizationId_fkey"
    deferrable initially deferred`.execute(db)
}
