import { type Bare, bigInteger } from '#db/migrations/table.ts'

/** The latest log of a screen's machine. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('machine_keys').addColumn('log', 'text').execute()
  await db.schema.alterTable('machine_keys').addColumn('loggedAt', bigInteger(db)).execute()
}
