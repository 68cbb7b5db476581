import type { Media } from '@vitrine/contract/api/media'
import type { WebMediaInput, WebMediaUpdate } from '@vitrine/contract/api/screens/web-media'
import { searchKey } from '@vitrine/contract/search-key'
import { WEB_TYPE } from '@vitrine/contract/sites/web-address'
import type { Db } from '#db/schema.ts'
import { writeVersion } from '#db/versions.ts'
import { getMedia } from '#features/media/queries.ts'
import { notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

const pageOf = ({ address, refreshSeconds, zoom }: WebMediaInput | WebMediaUpdate): string =>
  JSON.stringify({ address, refreshSeconds, zoom })

/** `db` is bound to the organization, and `folderId` is known to be there. */
export async function createWebPage(
  db: Db,
  organizationId: string,
  input: WebMediaInput,
  now: string,
): Promise<string> {
  const id = newId()
  const none = { width: null, height: null, duration: null, codec: null, thumbnailId: null, cardId: null }
  await db
    .insertInto('media')
    .values({
      ...{ id, organizationId, folderId: input.folderId ?? null },
      ...{ name: input.name, nameKey: searchKey(input.name), web: pageOf(input) },
      ...{ sha256: '', mimetype: WEB_TYPE, size: 0, ...none },
      ...{ version: 1, createdAt: now, updatedAt: now },
    })
    .execute()
  return id
}

/** Throws NOT_FOUND for a media item with a file. */
export async function getWebPage(db: Db, id: string): Promise<Media> {
  const media = await getMedia(db, id)
  if (!media.web) throw notFound('Web page not found')
  return media
}

export const webPageOf = async (db: Db, id: string): Promise<NonNullable<Media['web']>> => {
  const { web } = await getWebPage(db, id)
  if (!web) throw notFound('Web page not found')
  return web
}

export async function updateWebPage(db: Db, id: string, input: WebMediaUpdate, now: string): Promise<void> {
  const { name, version } = input
  const columns = { name, nameKey: searchKey(name), web: pageOf(input) }
  await writeVersion(db, 'media', { id, seen: version, now }, columns)
}
