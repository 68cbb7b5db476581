import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

export async function up(db: Bare): Promise<void> {
  await createTable(db, 'given_answers')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('createdAt', bigInteger(db), (column) => column.notNull())
    .execute()
  await db.schema.createIndex('given_answers_age').on('given_answers').column('createdAt').execute()
  await db.schema
    .createIndex('given_answers_organization')
    .on('given_answers')
    .column('organizationId')
    .execute()

  await createTable(db, 'edits')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('userId', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('version', 'integer')
    .addColumn('at', bigInteger(db), (column) => column.notNull())
    .execute()
  for (const column of ['organizationId', 'userId', 'at'])
    await db.schema.createIndex(`edits_${column}`).on('edits').column(column).execute()
}
