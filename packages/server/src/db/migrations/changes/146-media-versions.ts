import { type Bare, bigInteger, createTable } from '#db/migrations/table.ts'

/** Files that media items had before someone replaced them. */
export async function up(db: Bare): Promise<void> {
  await createTable(db, 'media_versions')
    .addColumn('organizationId', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('mediaId', 'text', (column) => column.notNull().references('media.id').onDelete('cascade'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('mimetype', 'text', (column) => column.notNull())
    .addColumn('size', bigInteger(db), (column) => column.notNull())
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('duration', bigInteger(db))
    .addColumn('codec', 'text')
    .addColumn('thumbnailId', 'text', (column) => column.references('thumbnails.id'))
    .addColumn('replacedBy', 'text', (column) => column.notNull())
    .addColumn('replacedAt', 'text', (column) => column.notNull())
    .addColumn('expiresAt', bigInteger(db), (column) => column.notNull())
    .addUniqueConstraint('media_versions_once', ['mediaId', 'version'])
    .execute()
  // Storage use is summed from this index alone.
  await db.schema
    .createIndex('media_versions_size')
    .on('media_versions')
    .columns(['organizationId', 'size'])
    .execute()
  await db.schema.createIndex('media_versions_sha256').on('media_versions').column('sha256').execute()
  await db.schema.createIndex('media_versions_thumbnail').on('media_versions').column('thumbnailId').execute()
  await db.schema.createIndex('media_versions_expiry').on('media_versions').column('expiresAt').execute()
}
