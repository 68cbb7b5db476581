import { Id } from '@vitrine/contract/api/entity'
import type { media } from '@vitrine/contract/api/media'
import { ROLES } from '@vitrine/contract/permissions'
import { rule } from '@vitrine/contract/rules'
import { prepare } from '#features/handler.ts'
import {
  createPackage,
  firstVersion,
  type NewVersion,
  type Unpacked,
  unpackReceived,
} from '#features/packages/queries.ts'
import { type Incoming, openIncoming } from '#features/storage/api.ts'
import { refuseBeyondLimit } from '#features/storage/queries.ts'
import {
  createThumbnail,
  judgeThumbnail,
  MAX_THUMBNAIL,
  type NewThumbnail,
} from '#features/thumbnails/queries.ts'
import { judgeReceived, type ReceivedFile, receiveFiles } from '#features/uploads/api.ts'
import { isoTime } from '#lib/clock.ts'
import { invalid } from '#lib/errors.ts'
import { knownFolder } from './folders.ts'
import { createMedia, type NewMedia, saveMediaUses } from './queries.ts'
import { arrivedFile, forgetArrived } from './resumable.ts'

/** Files of one request. */
const MAX_FILES = 30
/** What a form adds to its files at least: lines between them, names. Room is checked to the byte before files are kept. */
const FORM_BYTES = 1024

interface Kept {
  organizationId: string
  /** Ids of those that arrived in parts. */
  uploadIds: string[]
  items: {
    media: Omit<NewMedia, 'thumbnailId'>
    thumbnail: NewThumbnail | undefined
    content: { unpacked: Unpacked; version: NewVersion } | undefined
    /** Stored for it in all. */
    bytes: number
  }[]
}

/** All files of a request become media, or none: every one is judged before the first is kept. */
export const upload = prepare<typeof media.upload, Kept>(
  async (context) => {
    const { request, session, blobs, settings, db, tenantDb, organizationFor } = context
    const bytes = settings.MAX_UPLOAD_MB * 2 ** 20
    const opened: Unpacked[] = []
    let incoming: Incoming | undefined
    let discard = async () => {}
    try {
      // A super admin's files may be for any organization: which one is known when they have arrived.
      if (session.role !== ROLES.superAdmin)
        incoming = await openIncoming(db, settings, session.organizationId)
      const declared = Number(request.headers['content-length'] ?? Number.NaN)
      if (!Number.isNaN(declared)) incoming?.take(Math.max(0, declared - FORM_BYTES))
      const received = await receiveFiles(
        request,
        session,
        blobs,
        {
          media: { count: MAX_FILES, bytes },
          thumbnail: { count: MAX_FILES, bytes: MAX_THUMBNAIL },
        },
        {
          arrived: { media: (id, index) => arrivedFile(context, id, `media.${index}`) },
          ...(incoming && Number.isNaN(declared) && { count: incoming.count }),
        },
      )
      const { files, values } = received
      discard = received.discard
      if (files.media.length === 0) throw invalid({ media: rule('required') })
      const folderId = readFolderId(values.folderId)
      const folder = folderId === null ? null : await knownFolder(db, folderId)
      const organizationId =
        folder?.organizationId ?? (await organizationFor(values.organizationId || undefined))
      if (incoming)
        incoming.take(
          bytesOf(
            files.media.filter(({ uploadId }) => uploadId),
            [],
            [],
          ),
        )
      else {
        incoming = await openIncoming(db, settings, organizationId)
        incoming.take(bytesOf(files.media, files.thumbnail, []))
      }
      const { count } = incoming
      const judged = await Promise.all(
        files.media.map(async (file, index) => ({ file, ...(await judgeReceived(file, `media.${index}`)) })),
      )
      // Which belongs to which is told by order alone, so wrong ones are worse than none.
      const pictures = files.thumbnail.length === judged.length ? files.thumbnail : []
      const thumbnails = await Promise.all(
        pictures.map(async (file, index) => {
          const { mimetype } = await judgeThumbnail(file, `thumbnail.${index}`)
          return { organizationId, ...stored(file), mimetype }
        }),
      )
      const contents = new Map<ReceivedFile, Unpacked>()
      for (const [index, { file, kind }] of judged.entries()) {
        if (kind !== 'package') continue
        const unpacked = await unpackReceived(file, `media.${index}`, blobs, bytes, count)
        opened.push(unpacked)
        contents.set(file, unpacked)
      }
      await refuseBeyondLimit(db, settings, organizationId, bytesOf(files.media, pictures, opened))
      for (const { staged } of [...files.media, ...pictures]) await staged.keep()
      for (const { staged } of opened) for (const file of staged) await file.keep()
      const contentOf = async (file: ReceivedFile) => {
        const unpacked = contents.get(file)
        return (
          unpacked && { unpacked, version: await firstVersion(tenantDb(organizationId), blobs, unpacked) }
        )
      }
      const items = judged.map(async ({ file, kind: _, duration, ...facts }, index) => ({
        media: {
          organizationId,
          folderId,
          name: file.name,
          ...stored(file),
          ...facts,
          duration: duration === null ? null : Math.round(duration * 1000),
        },
        thumbnail: thumbnails[index],
        content: await contentOf(file),
        bytes: bytesOf([file], pictures.slice(index, index + 1), [contents.get(file) ?? []].flat()),
      }))
      const uploadIds = files.media.flatMap(({ uploadId }) => uploadId ?? [])
      return { organizationId, uploadIds, items: await Promise.all(items) }
    } finally {
      incoming?.end()
      await discard()
      for (const { staged } of opened) await Promise.all(staged.map((file) => file.discard()))
    }
  },
  async (context, { organizationId, uploadIds, items }) => {
    const { tenantDb, clock, blobs, settings, afterCommit } = context
    const db = tenantDb(organizationId)
    const bytes = items.reduce((sum, item) => sum + item.bytes, 0)
    await refuseBeyondLimit(db, settings, organizationId, bytes)
    const now = isoTime(clock.now())
    const rows: NewMedia[] = []
    for (const { media: item, thumbnail } of items)
      rows.push({ ...item, thumbnailId: thumbnail ? await createThumbnail(db, thumbnail, now) : null })
    const created = await createMedia(db, rows, now)
    for (const [index, { content }] of items.entries()) {
      const made = created[index]
      if (!content || !made) continue
      await createPackage(db, made, content.unpacked, content.version, clock.now())
      const owner = { kind: 'package', id: made.id } as const
      await saveMediaUses(db, organizationId, owner, content.version.mediaIds)
    }
    // Not in the bound one: a super admin's who works for another organization lie in the home organization.
    await forgetArrived(context.db, uploadIds)
    afterCommit(async () => {
      for (const id of uploadIds) await blobs.partials.discard(id)
    })
    return { media: created }
  },
)

/** Files, their pictures, and what packages unpack to. */
const bytesOf = (
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

/** Empty and absent are Root. */
function readFolderId(sent: string | undefined): string | null {
  if (!sent || sent === 'null') return null
  const id = Id.safeParse(sent)
  if (!id.success) throw invalid({ folderId: rule('unknown') })
  return id.data
}
