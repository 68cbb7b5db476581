import { Id } from '@vitrine/contract/api/base/entity'
import { thumbnails } from '@vitrine/contract/api/content/media'
import { rule } from '@vitrine/contract/rules'
import { type Context, feature, prepare, type Session } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { pagesRoom } from '#base/storage/queries.ts'
import { sendBlob } from '#blobs/send-blob.ts'
import { findPage, type Page, type PageKind, setThumbnail } from '#content/pages/queries.ts'
import {
  createThumbnail,
  forgetUnsavedBeyond,
  getThumbnail,
  inspectThumbnail,
  MAX_SCREENSHOT,
  MAX_THUMBNAIL,
  type NewThumbnail,
} from '#content/thumbnails/queries.ts'
import { type ReceivedFile, receiveFiles } from '#content/uploads/api.ts'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { shown } from '#db/scoped.ts'
import { isoTime } from '#lib/clock.ts'
import type { Settings } from '#lib/env.ts'
import { invalid } from '#lib/errors.ts'

type Needs = Pick<Platform, 'blobs' | 'settings'>

type Receiving = Pick<Context, 'db' | 'organizationFor' | 'request'> & { session: Session }

/** A thumbnail and its full-size image, with the page that the form names. Throws 400 for an unknown one. */
async function receive(
  { blobs, settings }: Needs,
  { db, session, organizationFor, request }: Receiving,
  kind: PageKind,
) {
  const { files, values, discard } = await receiveFiles(request, session, blobs, {
    thumbnail: { count: 1, bytes: MAX_THUMBNAIL },
    screenshot: { count: 1, bytes: MAX_SCREENSHOT },
  })
  try {
    const [file] = files.thumbnail
    const [full] = files.screenshot
    if (!file) throw invalid({ thumbnail: rule('required') })
    const page = await namedPage(db, kind, values)
    const organizationId = page?.organizationId ?? (await organizationFor(values.organizationId || undefined))
    await refusePictures(db, settings, { organizationId, size: file.staged.size }, full?.staged)
    const kept = async (picture: ReceivedFile, field: string): Promise<NewThumbnail> => {
      const { mimetype } = await inspectThumbnail(picture, field)
      await picture.staged.keep()
      const { sha256, size } = picture.staged
      return { organizationId, sha256, size, mimetype }
    }
    return {
      page,
      thumbnail: await kept(file, 'thumbnail'),
      screenshot: full && (await kept(full, 'screenshot')),
    }
  } finally {
    await discard()
  }
}

type Received = Awaited<ReturnType<typeof receive>>

async function keep(
  settings: Settings,
  { tenantDb, clock, changed }: Pick<Context, 'tenantDb' | 'clock' | 'changed'>,
  kind: PageKind,
  { page, thumbnail, screenshot }: Received,
): Promise<{ thumbnailId: string }> {
  const db = tenantDb(thumbnail.organizationId)
  await refusePictures(db, settings, thumbnail, screenshot)
  const now = isoTime(clock.now())
  const screenshotId = screenshot ? await createThumbnail(db, screenshot, now) : null
  const thumbnailId = await createThumbnail(db, thumbnail, now, screenshotId)
  if (page) {
    await setThumbnail(db, kind, page, thumbnailId, now)
    changed({ kind: 'content', id: page.id })
  } else await forgetUnsavedBeyond(db, thumbnail.organizationId, clock.now())
  return { thumbnailId }
}

export const thumbnailsFeature = feature(thumbnails, (needs: Needs) => ({
  download: async ({ db, params, request, reply }) =>
    sendBlob(request, reply, needs.blobs, await getThumbnail(shown(db), params.id)),
  create: prepare(
    (context) => receive(needs, context, 'card'),
    (context, received) => keep(needs.settings, context, 'card', received),
  ),
  createOfLayout: prepare(
    (context) => receive(needs, context, 'layout'),
    (context, received) => keep(needs.settings, context, 'layout', received),
  ),
}))

/** Throws STORAGE_LIMIT if the organization has no room for a thumbnail and its full-size image. */
async function refusePictures(
  db: Db,
  settings: Settings,
  { organizationId, size }: { organizationId: string; size: number },
  screenshot: { size: number } | undefined,
): Promise<void> {
  await lockRow(db, 'organizations', organizationId)
  const bytes = size + (screenshot?.size ?? 0)
  const { room, full } = await pagesRoom(db, settings, organizationId, bytes)
  if (bytes > room) throw full
}

/** The page that a form names, which a card may leave out. */
async function namedPage(
  db: Db,
  kind: PageKind,
  { cardId, layoutId }: Readonly<Record<string, string | undefined>>,
): Promise<Page | undefined> {
  const [field, id] = kind === 'card' ? ['cardId', cardId] : ['layoutId', layoutId]
  if (!id && kind === 'card') return undefined
  const found = Id.safeParse(id).success ? await findPage(db, kind, id ?? '') : undefined
  if (!found) throw invalid({ [field ?? '']: rule(id ? 'unknown' : 'required') })
  return found
}
