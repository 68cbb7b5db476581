import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

export async function up(db: Bare): Promise<void> {
  await createTable(db, 'file_states')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('at', bigInteger(db), (column) => column.notNull())
    .execute()
  await db.schema.createIndex('file_states_at').on('file_states').column('at').execute()

  await createTable(db, 'jobs')
    .addColumn('nextAt', bigInteger(db), (column) => column.notNull())
    .addColumn('startedAt', bigInteger(db))
    .addColumn('finishedAt', bigInteger(db))
    .addColumn('result', 'text')
    .addColumn('error', 'text')
    .execute()

  await createTable(db, 'uploads')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('userId', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('size', bigInteger(db), (column) => column.notNull())
    .addColumn('sha256', 'text')
    .addColumn('modifiedAt', bigInteger(db))
    .addColumn('expiresAt', bigInteger(db), (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('uploads_user').on('uploads').column('userId').execute()
  await db.schema.createIndex('uploads_organization').on('uploads').column('organizationId').execute()
  await db.schema.createIndex('uploads_expiry').on('uploads').column('expiresAt').execute()
  await db.schema.createIndex('uploads_sha256').on('uploads').column('sha256').execute()
}
