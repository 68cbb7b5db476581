import type { Bare } from '#db/migrations/table.ts'

/** The organizations that messages in the outbox are of, which take turns. */
export async function up(db: Bare): Promise<void> {
  await db.schema
    .alterTable('outbox')
    .addColumn('owner', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createIndex('outbox_owners')
    .on('outbox')
    .columns(['status', 'channel', 'owner', 'nextAt'])
    .execute()
}
