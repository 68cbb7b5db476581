import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

export async function up(db: Bare): Promise<void> {
  await createTable(db, 'server_marks')
    .addColumn('at', bigInteger(db), (column) => column.notNull())
    .addColumn('text', 'text')
    .execute()
  await db.schema.alterTable('jobs').addColumn('succeededAt', bigInteger(db)).execute()
}
