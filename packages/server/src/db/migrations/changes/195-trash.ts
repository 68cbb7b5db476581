import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

/** Deleted items that can still be restored. */
export async function up(db: Bare): Promise<void> {
  await createTable(db, 'trash')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('mimetype', 'text', (column) => column.notNull())
    .addColumn('files', 'integer', (column) => column.notNull())
    .addColumn('size', bigInteger(db), (column) => column.notNull())
    .addColumn('bytes', bigInteger(db), (column) => column.notNull())
    .addColumn('deletedBy', 'text', (column) => column.notNull())
    .addColumn('deletedAt', bigInteger(db), (column) => column.notNull())
    .addColumn('expiresAt', bigInteger(db), (column) => column.notNull())
    .execute()
  await createTable(db, 'trash_rows')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('trashId', 'text', (column) => column.notNull().references('trash.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('tableName', 'text', (column) => column.notNull())
    .addColumn('rows', 'text', (column) => column.notNull())
    .addUniqueConstraint('trash_rows_position', ['trashId', 'position'])
    .execute()
  await createTable(db, 'trash_files')
    .addColumn('organizationId', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('trashId', 'text', (column) => column.notNull().references('trash.id').onDelete('cascade'))
    .addColumn('sha256', 'text', (column) => column.notNull())
    .execute()
  // Storage use is summed from this index alone.
  await db.schema
    .createIndex('trash_size')
    .on('trash')
    .columns(['organizationId', 'deletedAt', 'size', 'bytes'])
    .execute()
  await db.schema.createIndex('trash_expiry').on('trash').column('expiresAt').execute()
  await db.schema.createIndex('trash_sha256').on('trash').column('sha256').execute()
  await db.schema.createIndex('trash_files_sha256').on('trash_files').column('sha256').execute()
  await db.schema.createIndex('trash_files_trash').on('trash_files').column('trashId').execute()
}
