import type { Bare } from '#db/migrations/table.ts'

/**
 * The first page of the library counts the media of its folder or of Root from this index alone, without reading rows.
 */
export async function up(db: Bare): Promise<void> {
  await db.schema
    .createIndex('media_counted')
    .on('media')
    .columns(['organizationId', 'folderId', 'cardId'])
    .execute()
}
