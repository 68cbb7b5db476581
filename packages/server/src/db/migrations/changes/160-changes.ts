import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

/** What servers that share a database tell one another (db/between-servers/changes.ts); an embedded one leaves it empty. */
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
