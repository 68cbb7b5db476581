// The steps between a request and kept files; upload.ts runs them in order.
import { Id } from '@vitrine/contract/api/base/entity'
import type { media } from '@vitrine/contract/api/content/media'
import { ROLES } from '@vitrine/contract/permissions'
import { rule } from '@vitrine/contract/rules'
import type { Context } from '#base/handler.ts'
import { type Incoming, openIncoming } from '#base/storage/api.ts'
import type { BlobStore } from '#blobs/blob-store.ts'
import { firstVersion, type NewVersion, type Unpacked, unpackReceived } from '#content/packages/queries.ts'
import { inspectThumbnail, MAX_THUMBNAIL, type NewThumbnail } from '#content/thumbnails/queries.ts'
import {
  type FileFacts,
  inspectReceived,
  type Received,
  type ReceivedFile,
  receiveFiles,
} from '#content/uploads/api.ts'
import { convertPhotos } from '#content/uploads/photos/api.ts'
import { AppError, invalid } from '#lib/errors.ts'
import { homeFolder, knownFolder } from './folders.ts'
import type { NewMedia } from './queries.ts'
import { arrivedFile, type UploadParts } from './resumable.ts'

export type UploadContext = Context<typeof media.upload> & UploadParts
export type Receiving = Pick<UploadContext, 'request' | 'settings'> & Parameters<typeof arrivedFile>[0]
type Files = Received<'media' | 'thumbnail'>

export interface InspectedFile {
  file: ReceivedFile
  facts: FileFacts
}

export interface UploadedItem {
  media: Omit<NewMedia, 'thumbnailId'>
  thumbnail: NewThumbnail | undefined
  content: { unpacked: Unpacked; version: NewVersion } | undefined
  /** Stored bytes in total. */
  bytes: number
}

/** Maximum files per request. */
const MAX_FILES = 30
/** Minimum size of a form around its files: boundaries, names. Room is checked to the byte before files are kept. */
const FORM_BYTES = 1024

const fileLimit = ({ settings }: Pick<UploadContext, 'settings'>): number => settings.MAX_UPLOAD_MB * 2 ** 20

/** Bytes of files that a request declares; undefined without a length. */
export function declaredBytes({ request }: Pick<UploadContext, 'request'>): number | undefined {
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  return Number.isNaN(length) ? undefined : Math.max(0, length - FORM_BYTES)
}

/**
 * Opens the storage quota of the caller's organization for incoming files. Undefined for a super admin, whose files may
 * be for any organization, which is known only once they have arrived.
 */
export async function openQuota({
  db,
  settings,
  session,
}: Pick<UploadContext, 'db' | 'settings' | 'session'>): Promise<Incoming | undefined> {
  return session.role === ROLES.superAdmin ? undefined : openIncoming(db, settings, session.organizationId)
}

/**
 * Receives the form with up to `count` files. Counts bytes on arrival only if they weren't declared. Throws INVALID
 * without files.
 */
export async function receiveForm(
  context: Receiving,
  room: Incoming | undefined,
  count = MAX_FILES,
): Promise<Files> {
  const { request, session, blobs } = context
  const isCounted = room && declaredBytes(context) === undefined
  const received = await receiveFiles(
    request,
    session,
    blobs,
    {
      media: { count, bytes: fileLimit(context) },
      thumbnail: { count, bytes: MAX_THUMBNAIL },
    },
    {
      arrived: { media: (id, index) => arrivedFile(context, id, `media.${index}`) },
      ...(isCounted && { count: room.count }),
    },
  )
  if (received.files.media.length > 0) return received
  await received.discard()
  throw invalid({ media: rule('required') })
}

/** The organization and folder of the files: the folder's organization, else the one sent. */
export async function destinationOf(
  { db, organizationFor }: Pick<UploadContext, 'db' | 'organizationFor'>,
  values: Files['values'],
): Promise<{ organizationId: string; folderId: string | null }> {
  const folderId = readFolderId(values.folderId) ?? (await homeFolder(db))
  const folder = folderId === null ? null : await knownFolder(db, folderId)
  const organizationId = folder?.organizationId ?? (await organizationFor(values.organizationId || undefined))
  return { organizationId, folderId }
}

/** Reserves storage for files not counted on arrival: resumable uploads, and all files of a super admin. */
export async function reserveQuota(
  { db, settings }: Pick<UploadContext, 'db' | 'settings'>,
  opened: Incoming | undefined,
  organizationId: string,
  { media, thumbnail }: Files['files'],
): Promise<Incoming> {
  const room = opened ?? (await openIncoming(db, settings, organizationId))
  const inParts = media.filter(({ uploadId }) => uploadId)
  try {
    room.take(opened ? bytesOf(inParts, [], []) : bytesOf(media, thumbnail, []))
    return room
  } catch (error) {
    room.end()
    throw error
  }
}

/** Converts HEIC photos first. Throws one error that names every file that screens can't show. */
export async function inspectFiles(
  blobs: BlobStore,
  { media: files, thumbnail = [] }: Partial<Files['files']> & Pick<Files['files'], 'media'>,
): Promise<InspectedFile[]> {
  const converted = await convertPhotos(blobs, files, thumbnail)
  refuseTogether(converted.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])))
  const inspected = await Promise.allSettled(
    files.map(async (file, index) => ({ file, facts: await inspectReceived(file, `media.${index}`) })),
  )
  refuseTogether(inspected.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])))
  return inspected.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
}

/** Errors of single files become one; others, such as that of a busy server, come first. */
function refuseTogether(errors: readonly unknown[]): void {
  const [first] = errors
  if (first === undefined) return
  const other = errors.find((error) => !(error instanceof AppError && error.errors))
  if (errors.length === 1 || other !== undefined) throw other ?? first
  const refusals = errors.filter((error) => error instanceof AppError)
  throw new AppError(
    'UNSUPPORTED_MEDIA',
    refusals[0]?.message ?? '',
    Object.assign({}, ...refusals.map(({ errors }) => errors)),
  )
}

/** PDFs and slides become media page by page, through another route. */
export function refuseDecks(inspected: readonly InspectedFile[]): void {
  refuseTogether(
    inspected.flatMap(({ file, facts }, index) => {
      if (facts.kind !== 'deck') return []
      const sentence = `${file.name} has pages. Upload it with POST /media/decks, which converts each to an image.`
      return [new AppError('UNSUPPORTED_MEDIA', sentence, { [`media.${index}`]: sentence })]
    }),
  )
}

/** Thumbnails match files by order only, so if their number differs none is used. */
export const picturesFor = (
  files: readonly unknown[],
  pictures: readonly ReceivedFile[],
): readonly ReceivedFile[] => (pictures.length === files.length ? pictures : [])

export const inspectPictures = (
  pictures: readonly ReceivedFile[],
  organizationId: string,
): Promise<NewThumbnail[]> =>
  Promise.all(
    pictures.map(async (file, index) => {
      const { mimetype } = await inspectThumbnail(file, `thumbnail.${index}`)
      return { organizationId, ...stored(file), mimetype }
    }),
  )

/** Unpacks the packages one at a time. Unpacked ones are in `contents` even if a later one fails. */
export async function unpackPackages(
  context: Pick<UploadContext, 'blobs' | 'settings'>,
  inspected: readonly InspectedFile[],
  room: Incoming,
  contents: Map<ReceivedFile, Unpacked>,
): Promise<void> {
  const errors: unknown[] = []
  for (const [index, { file, facts }] of inspected.entries()) {
    if (facts.kind !== 'package') continue
    try {
      const unpacked = await unpackReceived(
        file,
        `media.${index}`,
        context.blobs,
        fileLimit(context),
        room.count,
      )
      contents.set(file, unpacked)
    } catch (error) {
      errors.push(error)
      // A busy server or a full disk stops the others, too.
      if (!(error instanceof AppError && error.errors)) break
    }
  }
  refuseTogether(errors)
}

/** From here on the files are in the store, where only the collector deletes them. */
export async function keepFiles(
  received: readonly ReceivedFile[],
  contents: Iterable<Unpacked>,
): Promise<void> {
  for (const { staged } of received) await staged.keep()
  for (const { staged } of contents) for (const file of staged) await file.keep()
}

/** The rows to write for each file. */
export function itemsOf(
  { tenantDb, blobs }: { tenantDb: UploadContext['tenantDb']; blobs: BlobStore },
  { organizationId, folderId }: { organizationId: string; folderId: string | null },
  inspected: readonly InspectedFile[],
  pictures: { received: readonly ReceivedFile[]; inspected: readonly NewThumbnail[] },
  contents: ReadonlyMap<ReceivedFile, Unpacked>,
): Promise<UploadedItem[]> {
  const contentOf = async (file: ReceivedFile) => {
    const unpacked = contents.get(file)
    return unpacked && { unpacked, version: await firstVersion(tenantDb(organizationId), blobs, unpacked) }
  }
  const items = inspected.map(async ({ file, facts: { kind: _, duration, face, ...facts } }, index) => ({
    media: {
      organizationId,
      folderId,
      name: file.name,
      ...stored(file),
      ...facts,
      duration: duration === null ? null : Math.round(duration * 1000),
      face: face ? JSON.stringify(face) : null,
    },
    thumbnail: pictures.inspected[index],
    content: await contentOf(file),
    bytes: bytesOf([file], pictures.received.slice(index, index + 1), [contents.get(file) ?? []].flat()),
  }))
  return Promise.all(items)
}

/** Total of files, thumbnails, and unpacked packages. */
export const bytesOf = (
  files: readonly ReceivedFile[],
  pictures: readonly ReceivedFile[],
  opened: readonly Unpacked[],
): number =>
  [
    ...files.map(({ staged }) => staged),
    ...pictures.map(({ staged }) => staged),
    ...opened.flatMap(({ staged }) => staged),
  ].reduce((sum, { size }) => sum + size, 0)

const stored = ({ staged: { sha256, size } }: ReceivedFile) => ({ sha256, size })

/** Root if empty or absent. */
export function readFolderId(sent: string | undefined): string | null {
  if (!sent || sent === 'null') return null
  const id = Id.safeParse(sent)
  if (!id.success) throw invalid({ folderId: rule('unknown') })
  return id.data
}

/** The version that the caller saw; undefined without one. */
export function readVersion(sent: string | undefined): number | undefined {
  if (!sent) return undefined
  if (!/^\d{1,9}$/.test(sent)) throw invalid({ version: rule('numeric') })
  return Number(sent)
}
