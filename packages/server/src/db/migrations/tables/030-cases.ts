import { type Bare, createTable } from '#db/migrations/table.ts'

export async function up(db: Bare): Promise<void> {
  await createTable(db, 'cases')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('userId', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('subjectKey', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('facts', 'text', (column) => column.notNull())
    .addColumn('deviceId', 'text', (column) => column.references('devices.id').onDelete('set null'))
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('cases_organization')
    .on('cases')
    .columns(['organizationId', 'updatedAt', 'id'])
    .execute()
  await db.schema.createIndex('cases_user').on('cases').column('userId').execute()
  await db.schema.createIndex('cases_device').on('cases').column('deviceId').execute()

  await createTable(db, 'case_replies')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('caseId', 'text', (column) => column.notNull().references('cases.id').onDelete('cascade'))
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('isSupport', 'integer', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('case_replies_case').on('case_replies').columns(['caseId', 'id']).execute()
}
