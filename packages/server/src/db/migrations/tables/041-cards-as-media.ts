import type { Bare } from '#db/migrations/table.ts'
import { newId } from '#lib/ids.ts'

/** Rows per insert. */
const AT_ONCE = 500

export async function up(db: Bare): Promise<void> {
  // The full-size image of the thumbnail.
  await db.schema
    .alterTable('thumbnails')
    .addColumn('screenshotId', 'text', (column) => column.references('thumbnails.id'))
    .execute()
  await db.schema.createIndex('thumbnails_screenshot').on('thumbnails').column('screenshotId').execute()

  // Every card that isn't a template is a media item too.
  const cards = await db
    .selectFrom('pages')
    .leftJoin('thumbnails', 'thumbnails.id', 'pages.thumbnailId')
    .select([
      'pages.id as cardId',
      'pages.organizationId',
      'pages.name',
      'pages.nameKey',
      'pages.thumbnailId',
      'pages.width',
      'pages.height',
      'pages.createdAt',
      'pages.updatedAt',
      'thumbnails.sha256',
      'thumbnails.mimetype',
      'thumbnails.size',
    ])
    .where('pages.kind', '=', 'card')
    .where('pages.isTemplate', '=', 0)
    .execute()
  const items = cards.map(({ sha256, mimetype, size, ...card }) => ({
    id: newId(),
    ...card,
    sha256: sha256 ?? '',
    mimetype: mimetype ?? 'image/png',
    size: size ?? 0,
    version: 1,
  }))
  for (let start = 0; start < items.length; start += AT_ONCE)
    await db
      .insertInto('media')
      .values(items.slice(start, start + AT_ONCE))
      .execute()
}
