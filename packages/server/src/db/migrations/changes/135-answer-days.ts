import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

/** The `id` is a screen's or an organization's. */
export async function up(db: Bare): Promise<void> {
  await createTable(db, 'answer_days')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('items', 'integer', (column) => column.notNull())
    .addColumn('bytes', bigInteger(db), (column) => column.notNull())
    .execute()
  await db.schema.createIndex('answer_days_day').on('answer_days').column('day').execute()
  await db.schema.createIndex('answer_days_organization').on('answer_days').column('organizationId').execute()
}
