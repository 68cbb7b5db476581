import { sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import type { Bare } from '#db/migrations/table.ts'
import type { Db } from '#db/schema.ts'

/**
 * Whoever claims a key refers to the organization, which is looked at when the call commits: of several calls that had
 * it looked at before and then lock its row, all waited for each other.
 */
export async function up(db: Bare): Promise<void> {
  if (!isPostgres(db as Db)) return
  await sql`alter table given_answers alter constraint "given_answers_organizationId_fkey"
    deferrable initially deferred`.execute(db)
}
