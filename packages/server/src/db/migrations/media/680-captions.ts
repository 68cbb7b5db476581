import type { Bare } from '#db/migrations/table.ts'

/** Captions of videos. Storage use is summed from the index `media_bytes` alone. */
export async function up(db: Bare): Promise<void> {
  await db.schema.alterTable('media').addColumn('captionsSha256', 'text').execute()
  await db.schema
    .alterTable('media')
    .addColumn('captionsSize', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('media').addColumn('captionsLanguage', 'text').execute()
  await db.schema.createIndex('media_captions').on('media').column('captionsSha256').execute()
  await db.schema.dropIndex('media_bytes').execute()
  await db.schema
    .createIndex('media_bytes')
    .on('media')
    .columns(['organizationId', 'cardId', 'size', 'captionsSize'])
    .execute()
}
