import { folders } from '@vitrine/contract/api/content/library/folders'
import { uploads } from '@vitrine/contract/api/content/library/uploads'
import { media } from '@vitrine/contract/api/content/media'
import { downloadName } from '@vitrine/contract/file-name'
import { forEachItem, removeEach } from '#base/bulk.ts'
import { type Context, deletionBy, feature, prepare } from '#base/handler.ts'
import { listingDb } from '#base/list.ts'
import { withReadOnly } from '#base/read-only.ts'
import { refuseMoreRows } from '#base/storage/queries.ts'
import { changeTags } from '#base/tags/api.ts'
import { withTags } from '#base/tags/queries.ts'
import { sendBlob } from '#blobs/send-blob.ts'
import { checkedVersion, saveVersion } from '#content/packages/queries.ts'
import type { ListPart } from '#db/lists/paged.ts'
import { shown } from '#db/scoped.ts'
import { updateVersioned } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { notFound } from '#lib/errors.ts'
import {
  createFolder,
  deckOfFolder,
  deleteFolder,
  getFolder,
  knownFolder,
  listFolders,
  NO_MEDIA,
  openFolder,
  updateFolder,
} from './folders.ts'
import { filesOfRule } from './listed/queries.ts'
import { mediaUses } from './on-screens.ts'
import {
  deleteMedia,
  filesAmong,
  getMedia,
  listMedia,
  mediaAmong,
  moveMedia,
  neighborsOf,
  refuseCardsItem,
  updateMedia,
} from './queries.ts'
import { resumable, type UploadParts } from './resumable.ts'
import { upload } from './upload.ts'

const remove = async (context: Context<typeof media.remove>) => {
  const { db, tenantDb, params, changed } = context
  const found = await getMedia(db, params.id)
  await deleteMedia(tenantDb(found.organizationId), found, deletionBy(context))
  changed({ kind: 'content', id: found.id })
  return { id: found.id }
}

const FILES = { area: 'media', table: 'media' } as const
const FOLDERS = { area: 'media', table: 'folders' } as const

/** Of a written folder: the cost of a write doesn't grow with its content. */
const FIRST_PAGE = { page: 1, pageSize: 50 }

export const foldersFeature = feature(folders, {
  list: async (context) => {
    const { session } = context
    const { isCard, foldersAfter, everywhere, ...query } = context.query
    const { search, tag, page, part } = query as typeof query & { part?: ListPart }
    const db = await listingDb(context, 'media')
    const mediaOf = async (where: Parameters<typeof listMedia>[1]) => {
      const items = await listMedia(db, where, query)
      return { ...items, media: await withReadOnly({ db, session }, FILES, items.media) }
    }
    if (isCard === '1') return { media: { ...(await mediaOf('cards')), folders: [] } }
    const where = search || tag || everywhere === '1' ? 'everywhere' : { folderId: null }
    const items = foldersAfter === undefined ? await mediaOf(where) : NO_MEDIA
    // A later part of a long list.
    const isRest = part !== undefined && part.at > 0
    if (tag || everywhere === '1' || isRest) return { media: { ...items, folders: [] } }
    const found = await listFolders(
      await listingDb(context, 'folders'),
      search ? { search } : { folderId: null },
      { page, foldersAfter },
    )
    const folders = await withReadOnly({ db, session }, FOLDERS, found.folders)
    return { media: { ...items, ...found, folders } }
  },
  folder: async (context) => {
    const { db, session, params, query } = context
    const { path, media, folders, foldersNext, total, ...folder } = await openFolder(
      await listingDb(context, 'media'),
      params.id,
      query,
    )
    const [own] = await withReadOnly({ db, session }, FOLDERS, [folder])
    const below = await withReadOnly({ db, session }, FOLDERS, folders)
    return {
      folder: {
        ...{ ...folder, ...own, path, foldersNext, total, folders: below },
        media: await withReadOnly({ db, session }, FILES, media),
        deck: await deckOfFolder(db, folder.id),
      },
    }
  },
  createFolder: async ({ organizationFor, tenantDb, db, body, clock }) => {
    const parent = body.folderId ? await knownFolder(db, body.folderId) : null
    const organizationId = parent?.organizationId ?? (await organizationFor(body.organizationId))
    const id = await createFolder(tenantDb(organizationId), organizationId, body, isoTime(clock.now()))
    await refuseMoreRows(db, 'folders', organizationId)
    return { folder: await openFolder(db, id, FIRST_PAGE) }
  },
  updateFolder: async ({ db, tenantDb, params, body, clock }) => {
    const folder = await getFolder(db, params.id)
    await updateFolder(tenantDb(folder.organizationId), folder, body, isoTime(clock.now()))
    return { folder: await openFolder(db, params.id, FIRST_PAGE) }
  },
  removeFolder: async (context) => {
    const { db, tenantDb, params, changed } = context
    const folder = await getFolder(db, params.id)
    const played = await deleteFolder(tenantDb(folder.organizationId), folder, deletionBy(context))
    changed(...played.map((id) => ({ kind: 'content' as const, id })))
    return { id: folder.id }
  },
})

export const mediaFeature = feature(media, (services: UploadParts) => ({
  get: async ({ db, session, params }) => {
    const tagged = await withTags(db, 'media', [await getMedia(shown(db), params.id)])
    const [found] = await withReadOnly({ db, session }, { ...FILES, readsMore: true }, tagged)
    if (!found) throw notFound()
    return { media: found }
  },
  uses: async ({ db, tenantReader, params, clock }) => {
    const found = await getMedia(db, params.id)
    return mediaUses(tenantReader(found.organizationId), found, clock.now())
  },
  listed: async ({ organizationFor, tenantDb, session, query, clock }) => {
    const db = tenantDb(await organizationFor(query.organizationId))
    const found = await mediaAmong(db, await filesOfRule(db, query.files, clock.now()))
    return { media: await withReadOnly({ db, session }, FILES, found) }
  },
  neighbors: ({ db, params }) => neighborsOf(db, params.id),
  upload: upload(services),
  update: prepare(
    async ({ db, tenantDb, params, body }) => {
      const found = await getMedia(db, params.id)
      refuseCardsItem(found, body)
      const bound = tenantDb(found.organizationId)
      const version = body.model && (await checkedVersion(bound, services.blobs, found.id, body.model))
      return { found, version }
    },
    async (context, { found, version }) => {
      const { body, clock, changed } = context
      const { id } = found
      const saved = await updateVersioned(
        context,
        (db) => getMedia(db, id),
        async (db) => {
          await updateMedia(db, id, body, isoTime(clock.now()))
          if (version) await saveVersion(db, found, version, clock.now())
        },
      )
      changed({ kind: 'content', id })
      return { media: saved }
    },
  ),
  remove,
  removeMany: removeEach(remove),
  tagMany: (context) => changeTags(context, { kind: 'media', itemsOf: filesAmong }, context.body),
  moveMany: async (context) => {
    const { folderId } = context.body
    if (folderId !== null) await knownFolder(context.db, folderId)
    return forEachItem(context, async ({ db, tenantDb, clock, changed }, id) => {
      const found = await getMedia(db, id)
      refuseCardsItem(found, { name: found.name, folderId })
      await moveMedia(tenantDb(found.organizationId), id, folderId, isoTime(clock.now()))
      changed({ kind: 'content', id })
    })
  },
  download: async ({ db, params, request, reply }) => {
    const found = await getMedia(shown(db), params.id)
    return sendBlob(request, reply, services.blobs, { ...bytesOf(found), saveAs: downloadName(found) })
  },
  file: async ({ db, params, request, reply }) =>
    sendBlob(request, reply, services.blobs, bytesOf(await getMedia(shown(db), params.id))),
}))

export const uploadsFeature = feature(uploads, resumable)

/** The file may be replaced, so browsers must revalidate. `url` of a media item contains the hash instead. */
const bytesOf = ({ src, mimetype }: { src: string; mimetype: string }) => ({
  sha256: src,
  mimetype,
  headers: { 'cache-control': 'private, no-cache' },
})
