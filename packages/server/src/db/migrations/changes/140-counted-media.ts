import type { Bare } from '#db/migrations/table.ts'

/** Every first page of the library counts the media of its folder or of Root: from this index alone, without their rows. */
export async function up(db: Bare): Promise<void> {
  await db.schema
    .createIndex('media_counted')
    .on('media')
    .columns(['organizationId', 'folderId', 'cardId'])
    .execute()
}
