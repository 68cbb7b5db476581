// Replaces the file of a media item: the steps of a first upload, then one change for all screens.

import type { mediaVersions } from '@vitrine/contract/api/content/library/media-versions'
import type { Media } from '@vitrine/contract/api/content/media'
import { PACKAGE_TYPE } from '@vitrine/contract/document/package-files'
import { rule } from '@vitrine/contract/rules'
import { authorName } from '#accounts/authors/queries.ts'
import { type Context, prepare } from '#base/handler.ts'
import { openIncoming } from '#base/storage/api.ts'
import { refuseBeyondLimit } from '#base/storage/queries.ts'
import { getMedia } from '#content/media/queries.ts'
import { forgetArrived, type UploadParts } from '#content/media/resumable.ts'
import {
  bytesOf,
  declaredBytes,
  type InspectedFile,
  inspectFiles,
  inspectPictures,
  itemsOf,
  keepFiles,
  picturesFor,
  readVersion,
  receiveForm,
  reserveQuota,
  type UploadedItem,
  unpackPackages,
} from '#content/media/upload-steps.ts'
import {
  type RemadePackage,
  remadePackages,
  replacePackage,
  saveRemade,
  versionWithValues,
} from '#content/packages/api.ts'
import { type NewVersion, type Unpacked, unpackReceived } from '#content/packages/queries.ts'
import { createThumbnail, type NewThumbnail } from '#content/thumbnails/queries.ts'
import type { ReceivedFile } from '#content/uploads/api.ts'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { writeVersion } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError, conflict, invalid } from '#lib/errors.ts'
import { type FileColumns, fileColumns, getVersion, keepVersion } from './versions.ts'

type Replacing = Context<typeof mediaVersions.replace> & UploadParts
type Restoring = Context<typeof mediaVersions.restore> & UploadParts

/** The rows to write. */
interface Replacement {
  found: Media
  /** The version that the caller saw; undefined replaces any version. */
  seen: number | undefined
  file: Omit<FileColumns, 'thumbnailId'>
  content: { unpacked: Unpacked; version: NewVersion } | undefined
  /** Packages whose values include the item: their versions contain its file. */
  packages: readonly RemadePackage[]
}

interface Uploaded extends Replacement {
  thumbnail: NewThumbnail | undefined
  bytes: number
  uploadIds: string[]
}

async function keepReplacement(context: Replacing): Promise<Uploaded> {
  const { db, tenantDb, params, settings, blobs } = context
  const found = await replaceable(db, params.id)
  const { organizationId } = found
  const contents = new Map<ReceivedFile, Unpacked>()
  let room = await openIncoming(db, settings, organizationId)
  let discard = async () => {}
  try {
    room.take(declaredBytes(context) ?? 0)
    const received = await receiveForm(context, room, 1)
    discard = received.discard
    const { files, values } = received
    room = await reserveQuota(context, room, organizationId, files)
    const inspected = await inspectFiles(blobs, files)
    for (const each of inspected) refuseOtherKind(found, each)
    const pictures = picturesFor(inspected, files.thumbnail)
    const thumbnails = await inspectPictures(pictures, organizationId)
    await unpackPackages(context, inspected, room, contents)
    const opened = [...contents.values()]
    await refuseBeyondLimit(db, settings, organizationId, bytesOf(files.media, pictures, opened))
    await keepFiles([...files.media, ...pictures], opened)
    const place = { organizationId, folderId: found.folderId }
    const sent = { received: pictures, inspected: thumbnails }
    const [item] = await itemsOf(context, place, inspected, sent, contents)
    if (!item) throw invalid({ media: rule('required') })
    const unpacked = item.content?.unpacked
    return {
      found,
      seen: readVersion(values.version),
      file: item.media,
      content: unpacked && {
        unpacked,
        version: await versionWithValues(tenantDb(organizationId), blobs, found.id, unpacked),
      },
      packages: await remadePackages(tenantDb(organizationId), blobs, [renewed(found, item.media)]),
      thumbnail: item.thumbnail,
      bytes: item.bytes,
      uploadIds: files.media.flatMap(({ uploadId }) => uploadId ?? []),
    }
  } finally {
    room.end()
    await discard()
    await discardUnpacked(contents.values())
  }
}

export const replace = (services: UploadParts) =>
  prepare<typeof mediaVersions.replace, Uploaded>(
    (context) => keepReplacement({ ...context, ...services }),
    async (context, { thumbnail, bytes, uploadIds, ...replacement }) => {
      const { settings, blobs } = services
      const { tenantDb, clock, afterCommit } = context
      const { organizationId } = replacement.found
      const db = tenantDb(organizationId)
      await refuseBeyondLimit(db, settings, organizationId, bytes)
      const now = isoTime(clock.now())
      const thumbnailId = thumbnail ? await createThumbnail(db, thumbnail, now) : null
      const media = await putFile(context, replacement, thumbnailId)
      // Not in `db`: a super admin's partial uploads belong to the home organization.
      await forgetArrived(context.db, uploadIds)
      afterCommit(async () => {
        for (const id of uploadIds) await blobs.partials.discard(id)
      })
      return { media }
    },
  )

async function openVersion({
  db,
  tenantDb,
  params,
  session,
  settings,
  blobs,
  clock,
}: Restoring): Promise<Replacement> {
  const found = await replaceable(db, params.id)
  const { organizationId } = found
  const bound = tenantDb(organizationId)
  const file = await getVersion(bound, found.id, params.version, clock.now())
  const packages = await remadePackages(bound, blobs, [renewed(found, file)])
  const replacement = { found, seen: undefined, file: fileColumns(file), packages }
  if (file.mimetype !== PACKAGE_TYPE) return { ...replacement, content: undefined }
  const staged = await blobs.stage(await blobs.read(file.sha256), file.size)
  const room = await openIncoming(db, settings, organizationId)
  let unpacked: Unpacked | undefined
  try {
    const zip: ReceivedFile = { name: found.name, sender: session, staged }
    const limit = settings.MAX_UPLOAD_MB * 2 ** 20
    unpacked = await unpackReceived(zip, 'version', blobs, limit, room.count)
    await keepFiles([zip], [unpacked])
    const version = await versionWithValues(bound, blobs, found.id, unpacked)
    return { ...replacement, content: { unpacked, version } }
  } finally {
    room.end()
    await staged.discard()
    await discardUnpacked(unpacked ? [unpacked] : [])
  }
}

export const restore = (services: UploadParts) =>
  prepare<typeof mediaVersions.restore, Replacement>(
    (context) => openVersion({ ...context, ...services }),
    async (context, replacement) => {
      const { tenantDb, params, clock } = context
      const db = tenantDb(replacement.found.organizationId)
      await lockRow(db, 'media', params.id)
      const version = await getVersion(db, params.id, params.version, clock.now())
      const media = await putFile(context, replacement, version.thumbnailId)
      await db.deleteFrom('media_versions').where('id', '=', version.id).execute()
      return { media }
    },
  )

/** Keeps the current file as a previous version and stores the new one. Screens receive it as one change. */
async function putFile(
  { tenantDb, session, clock, changed }: Pick<Replacing, 'tenantDb' | 'session' | 'clock' | 'changed'>,
  { found, seen, file, content, packages }: Replacement,
  thumbnailId: string | null,
): Promise<Media> {
  const { id, organizationId } = found
  const db = tenantDb(organizationId)
  await lockRow(db, 'media', id)
  const row = await db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst()
  // Someone deleted or replaced it while this file arrived.
  if (row?.sha256 !== found.src) throw conflict()
  const now = clock.now()
  await keepVersion(db, row, await authorName(db, session.userId), now)
  const columns = { ...file, thumbnailId }
  await writeVersion(db, 'media', { id, seen, now: isoTime(now) }, fileColumns(columns))
  if (content) await replacePackage(db, found, content.unpacked, content.version, now)
  for (const each of packages) await saveRemade(db, each, now)
  changed(...[found, ...packages].map((each) => ({ kind: 'content' as const, id: each.id })))
  return getMedia(db, id)
}

/** Throws NOT_FOUND; a card's item has no file. */
async function replaceable(db: Db, id: string): Promise<Media> {
  const found = await getMedia(db, id)
  if (found.cardId !== null || found.web) throw invalid({ media: rule('invalid') })
  return found
}

const KINDS = {
  image: 'an image',
  video: 'a video',
  audio: 'audio',
  font: 'a font',
  package: 'a web package',
  deck: 'a PDF or slides',
} as const

/** Zones, brands, and forms select media by kind, so the kind can't change. */
function refuseOtherKind(found: Media, { file, facts }: InspectedFile): void {
  const kind = kindOf(found)
  if (facts.kind === kind) return
  const sentence = `${file.name} is ${KINDS[facts.kind]}. Choose ${KINDS[kind]}, like the file that it replaces.`
  throw new AppError('UNSUPPORTED_MEDIA', sentence, { 'media.0': sentence })
}

function kindOf({ mimetype }: Pick<Media, 'mimetype'>): 'image' | 'video' | 'audio' | 'font' | 'package' {
  if (mimetype === PACKAGE_TYPE) return 'package'
  if (mimetype.startsWith('audio/')) return 'audio'
  if (mimetype.startsWith('font/')) return 'font'
  return mimetype.startsWith('video/') ? 'video' : 'image'
}

/** The media item after the replacement. */
const renewed = (
  { id, name }: Pick<Media, 'id' | 'name'>,
  { sha256, mimetype, size }: Pick<UploadedItem['media'], 'sha256' | 'mimetype' | 'size'>,
) => ({ id, name, sha256, mimetype, size })

async function discardUnpacked(contents: Iterable<Unpacked>): Promise<void> {
  for (const { staged } of contents) await Promise.all(staged.map((file) => file.discard()))
}
