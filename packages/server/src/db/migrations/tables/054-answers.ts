import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

export async function up(db: Bare): Promise<void> {
  await createTable(db, 'answers')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('deviceId', 'text', (column) => column.notNull())
    .addColumn('deviceName', 'text', (column) => column.notNull())
    .addColumn('pageId', 'text', (column) => column.notNull())
    .addColumn('pageName', 'text', (column) => column.notNull())
    .addColumn('widgetId', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('question', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('answeredAt', bigInteger(db), (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('answers_organization')
    .on('answers')
    .columns(['organizationId', 'answeredAt', 'id'])
    .execute()
  await db.schema
    .createIndex('answers_page')
    .on('answers')
    .columns(['pageId', 'widgetId', 'answeredAt'])
    .execute()
}
