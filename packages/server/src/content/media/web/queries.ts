import type { Media } from '@vitrine/contract/api/content/media'
import type { WebMediaInput, WebMediaUpdate } from '@vitrine/contract/api/content/web-media'
import type { WebPage } from '@vitrine/contract/api/content/web-page'
import type { WebPicture, WebPictureInput } from '@vitrine/contract/api/content/web-picture'
import { photoKey } from '@vitrine/contract/document/photo-key'
import { fieldKeysIn, showsValues, sourcesForScreen } from '@vitrine/contract/document/screen-values'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import { isStreamAddress, WEB_TYPE } from '@vitrine/contract/sites/web-address'
import { saveReferences } from '#base/references/queries.ts'
import { saveLogin } from '#content/media/photos/logins.ts'
import { savePhotoOf } from '#content/media/photos/queries.ts'
import { getMedia } from '#content/media/queries.ts'
import type { Db } from '#db/schema.ts'
import { shown } from '#db/scoped.ts'
import { writeVersion } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import type { Seal } from '#lib/security/seal.ts'

type Input = Pick<WebMediaInput, 'address' | 'refreshSeconds' | 'zoom' | 'stream' | 'picture'>

/** Without what is secret. */
function pictureOf({ login, hide, ...settings }: WebPictureInput): WebPicture {
  const { password: _, parts, ...shown } = login
  const named =
    login.kind === 'headers' || login.kind === 'cookies' ? parts.map(({ name }) => ({ name })) : []
  return { ...settings, hide: hide.filter((selector) => selector !== ''), login: { ...shown, parts: named } }
}

function pageOf({ address, refreshSeconds, zoom, stream, picture }: Input): WebPage {
  if (picture) return { address, refreshSeconds, zoom, picture: pictureOf(picture) }
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
  { stream, address, picture }: WebPage,
): Promise<void> {
  const field = 'stream.fallbackId'
  const fallbacks = stream?.fallbackId ? [stream.fallbackId] : []
  const values = sourcesForScreen(address)
  if (picture && showsValues(address)) throw invalid({ address: rule('one_picture') })
  const named = {
    source: [...values, ...(picture ? [photoKey(id)] : [])],
    'screen-field': fieldKeysIn(address),
  }
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

interface Saving {
  seal: Seal
  /** Bound to the organization alone: pictures of a page follow its media item. */
  own: Db
  /** Milliseconds since 1970 UTC. */
  now: number
}

/** How the server photographs a page, and what is secret of it. */
async function savePicture(
  thing: { id: string; organizationId: string },
  page: WebPage,
  input: Input,
  { own: db, seal, now }: Saving,
): Promise<void> {
  await saveLogin(db, seal, thing, page, input.picture)
  await savePhotoOf(db, thing, page, now)
}

/** `db` is bound to the organization, and the caller has checked `folderId`. */
export async function createWebPage(
  db: Db,
  organizationId: string,
  input: WebMediaInput,
  saving: Saving,
): Promise<string> {
  const id = newId()
  const page = pageOf(input)
  const now = isoTime(saving.now)
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
  await savePicture({ id, organizationId }, page, input, saving)
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
  saving: Saving,
): Promise<void> {
  const { name, version } = input
  const page = pageOf(input)
  await saveReferred(db, organizationId, id, page)
  const columns = { name, nameKey: searchKey(name), web: JSON.stringify(page) }
  await writeVersion(db, 'media', { id, seen: version, now: isoTime(saving.now) }, columns)
  await savePicture({ id, organizationId }, page, input, saving)
}
