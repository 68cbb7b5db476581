import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

export async function up(db: Bare): Promise<void> {
  await createTable(db, 'damaged_files')
    .addColumn('problem', 'text', (column) => column.notNull())
    .addColumn('foundAt', bigInteger(db), (column) => column.notNull())
    .addColumn('mendedAt', bigInteger(db))
    .addColumn('mendedFrom', 'text')
    .execute()

  await createTable(db, 'check_runs')
    .addColumn('finishedAt', bigInteger(db))
    .addColumn('files', 'integer', (column) => column.notNull())
    .addColumn('position', 'text', (column) => column.notNull())
    .addColumn('databaseProblems', 'text', (column) => column.notNull())
    .execute()
}
