import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

/** Changes for other servers on a shared database (db/between-servers/changes.ts); empty on an embedded one. */
export async function up(db: Bare): Promise<void> {
  await createTable(db, 'changes')
    .addColumn('transaction', bigInteger(db), (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('at', bigInteger(db), (column) => column.notNull())
    .execute()
  await db.schema.createIndex('changes_transaction').on('changes').column('transaction').execute()
  await db.schema.createIndex('changes_at').on('changes').column('at').execute()
}
