import { type Bare, bigInteger } from '#db/migrations/table.ts'

/** When a session began, and in which browser. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('startedAt', bigInteger(db)).execute()
  await db.schema
    .alterTable('sessions')
    .addColumn('userAgent', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
