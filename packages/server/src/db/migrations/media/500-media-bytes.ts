import type { Bare } from '#db/migrations/table.ts'

/** The bytes of an organization's media without those of cards: from this index alone, without their rows. */
export async function up(db: Bare): Promise<void> {
  await db.schema
    .createIndex('media_bytes')
    .on('media')
    .columns(['organizationId', 'cardId', 'size'])
    .execute()
  await db.schema.dropIndex('media_storage').execute()
}
