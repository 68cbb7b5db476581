import { type Bare, bigInteger } from '#db/migrations/table.ts'

/** Since when somebody is signed in, and with what. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('startedAt', bigInteger(db)).execute()
  await db.schema
    .alterTable('sessions')
    .addColumn('userAgent', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
