import type { UsedBy } from '@vitrine/contract/errors'
import { searchKey } from '@vitrine/contract/search-key'
import { usersOf } from '#base/references/queries.ts'
import { getScreenshot } from '#content/thumbnails/queries.ts'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { inUse } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

/** The fields of a card that its media item needs. */
interface ShownCard {
  id: string
  organizationId: string
  name: string
  thumbnailId: string | null
  width: number
  height: number
}

/** Creates or updates a card's media item. Its picture only identifies the card. */
export async function saveCardMedia(db: Db, card: ShownCard, now: string): Promise<void> {
  const { id: cardId, organizationId, name, thumbnailId, width, height } = card
  const none = { sha256: '', mimetype: 'image/png', size: 0 }
  const picture = thumbnailId === null ? none : await getScreenshot(db, thumbnailId)
  const values = { name, nameKey: searchKey(name), thumbnailId, width, height, ...picture, updatedAt: now }
  const updated = await db
    .updateTable('media')
    .set((row) => ({ ...values, version: row('version', '+', 1) }))
    .where('cardId', '=', cardId)
    .executeTakeFirst()
  if (updated.numUpdatedRows > 0n) return
  await db
    .insertInto('media')
    .values({
      id: newId(),
      organizationId,
      folderId: null,
      duration: null,
      codec: null,
      face: null,
      cardId,
      version: 1,
      createdAt: now,
      ...values,
    })
    .execute()
}

/** Pages and packages that show a card in a media zone. */
export async function cardPlayers(db: Db, cardId: string): Promise<UsedBy[]> {
  const items = await db.selectFrom('media').select('id').where('cardId', '=', cardId).execute()
  // A page that starts to show it waits, and then doesn't find it.
  for (const { id } of items) await lockRow(db, 'media', id)
  return usersOf(db, 'media', items)
}

/** Removes a card from the library. Throws USED_IN_STORYBOARD while a media zone shows it. */
export async function deleteCardMedia(db: Db, cardId: string): Promise<void> {
  const uses = await cardPlayers(db, cardId)
  const [first] = uses
  if (first) throw inUse('USED_IN_STORYBOARD', `${first.name} plays this card in a media zone`, uses)
  await db.deleteFrom('media').where('cardId', '=', cardId).execute()
}
