import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

export async function up(db: Bare): Promise<void> {
  // The id is the media item's.
  await createTable(db, 'packages')
    .addColumn('organizationId', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('schema', 'text')
    .addColumn('widgets', 'text')
    .addForeignKeyConstraint('packages_media', ['id'], 'media', ['id'], (key) => key.onDelete('cascade'))
    .execute()

  await createTable(db, 'package_files')
    .addColumn('organizationId', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('packageId', 'text', (column) =>
      column.notNull().references('packages.id').onDelete('cascade'),
    )
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('size', bigInteger(db), (column) => column.notNull())
    .addUniqueConstraint('package_files_path', ['packageId', 'path'])
    .execute()
  await db.schema.createIndex('package_files_sha256').on('package_files').column('sha256').execute()

  // A package with one set of saved or previewed values; screens may still show older ones.
  await createTable(db, 'package_versions')
    .addColumn('organizationId', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('packageId', 'text', (column) =>
      column.notNull().references('packages.id').onDelete('cascade'),
    )
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('model', 'text')
    .addColumn('modelSha256', 'text')
    .addColumn('modelSize', 'integer')
    .addColumn('media', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addUniqueConstraint('package_versions_hash', ['packageId', 'hash'])
    .execute()
  await db.schema.createIndex('package_versions_hash_only').on('package_versions').column('hash').execute()
  await db.schema.createIndex('package_versions_model').on('package_versions').column('modelSha256').execute()
}
