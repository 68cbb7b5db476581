import type { Media } from '@vitrine/contract/api/content/media'
import type { WebMediaInput, WebMediaUpdate } from '@vitrine/contract/api/content/web-media'
import type { WebPage } from '@vitrine/contract/api/content/web-page'
import { fieldKeysIn, sourcesForScreen } from '@vitrine/contract/document/screen-values'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import { isStreamAddress, WEB_TYPE } from '@vitrine/contract/sites/web-address'
import { saveReferences } from '#base/references/queries.ts'
import { getMedia } from '#content/media/queries.ts'
import type { Db } from '#db/schema.ts'
import { shown } from '#db/scoped.ts'
import { writeVersion } from '#db/versions.ts'
import { invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

type Input = Pick<WebMediaInput, 'address' | 'refreshSeconds' | 'zoom' | 'stream'>

function pageOf({ address, refreshSeconds, zoom, stream }: Input): WebPage {
  const isStream = stream !== null && (stream !== undefined || isStreamAddress(address))
  const played = stream ?? { fallbackId: null, sound: false }
  return { address, refreshSeconds, zoom, ...(isStream && { stream: played }) }
}

/**
 * Records the fallback of a stream, and what the address shows of screens. Throws INVALID for a fallback that isn't an image
 * or a video in the library.
 */
export async function saveReferred(
  db: Db,
  organizationId: string,
  id: string,
  { stream, address }: WebPage,
): Promise<void> {
  const field = 'stream.fallbackId'
  const fallbacks = stream?.fallbackId ? [stream.fallbackId] : []
  const named = { source: sourcesForScreen(address), 'screen-field': fieldKeysIn(address) }
  await saveReferences(db, organizationId, { kind: 'media', id }, { media: fallbacks, ...named }, field)
  if (fallbacks.length === 0) return
  const row = await shown(db)
    .selectFrom('media')
    .select(['mimetype', 'cardId'])
    .where('id', 'in', fallbacks)
    .executeTakeFirst()
  if (row?.cardId !== null || !/^(image|video)\//.test(row.mimetype))
    throw invalid({ [field]: rule('invalid') })
}

/** `db` is bound to the organization, and the caller has checked `folderId`. */
export async function createWebPage(
  db: Db,
  organizationId: string,
  input: WebMediaInput,
  now: string,
): Promise<string> {
  const id = newId()
  const page = pageOf(input)
  const none = {
    width: null,
    height: null,
    duration: null,
    codec: null,
    face: null,
    thumbnailId: null,
    cardId: null,
  }
  await db
    .insertInto('media')
    .values({
      ...{ id, organizationId, folderId: input.folderId ?? null },
      ...{ name: input.name, nameKey: searchKey(input.name), web: JSON.stringify(page) },
      ...{ sha256: '', mimetype: WEB_TYPE, size: 0, ...none },
      ...{ version: 1, createdAt: now, updatedAt: now },
    })
    .execute()
  await saveReferred(db, organizationId, id, page)
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

export async function updateWebPage(
  db: Db,
  { id, organizationId }: Pick<Media, 'id' | 'organizationId'>,
  input: WebMediaUpdate,
  now: string,
): Promise<void> {
  const { name, version } = input
  const page = pageOf(input)
  await saveReferred(db, organizationId, id, page)
  const columns = { name, nameKey: searchKey(name), web: JSON.stringify(page) }
  await writeVersion(db, 'media', { id, seen: version, now }, columns)
}
