// Pages of a deck as rows: images in the library, and layouts that show one each.
import { DECK_PAGES_MAX } from '@vitrine/contract/api/content/conversions/decks'
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { writeDocument } from '@vitrine/contract/document/layout-document'
import { screenPage } from '@vitrine/contract/document/screen-page'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import type { Staged } from '#blobs/blob-store.ts'
import { createMedia, type NewMedia } from '#content/media/queries.ts'
import { keepVersion } from '#content/page-versions/queries.ts'
import { createPage, getPage } from '#content/pages/queries.ts'
import { createThumbnail } from '#content/thumbnails/queries.ts'
import { anyIn } from '#db/database.ts'
import { firstFreeName, numbered } from '#db/lists/free-name.ts'
import type { Db } from '#db/schema.ts'
import type { DecksTable } from '#db/tables/content.ts'
import type { Settings } from '#lib/env.ts'
import { newId } from '#lib/ids.ts'

/** A rendered page that isn't in the library yet. */
export interface NewPage {
  /** Counted from 1. */
  page: number
  picture: Staged
  thumbnail: Staged
  mimetype: string
  width: number
  height: number
}

export type PageFile = Pick<
  NewMedia,
  'sha256' | 'mimetype' | 'size' | 'width' | 'height' | 'duration' | 'codec' | 'face'
>

export const fileOf = ({ picture: { sha256, size }, mimetype, width, height }: NewPage): PageFile => ({
  ...{ sha256, size, mimetype, width, height },
  ...{ duration: null, codec: null, face: null },
})

export const createPageThumbnail = (db: Db, organizationId: string, { thumbnail }: NewPage, now: string) => {
  const { sha256, size } = thumbnail
  return createThumbnail(db, { organizationId, sha256, size, mimetype: 'image/jpeg' }, now)
}

/** Maximum characters of a deck's name in page names, which have up to 100 with number and suffix. */
const NAME_MAX = 85

/** `Menu 007`: page names sort in order. */
const pageName = (deck: string, page: number): string =>
  `${deck.slice(0, NAME_MAX)} ${String(page).padStart(String(DECK_PAGES_MAX).length, '0')}`

export const baseName = (file: string): string => file.replace(/\.(pdf|pptx|odp)$/i, '').trim() || file

/** Adds pages to their deck's folder; returns their media ids in order. */
export async function addPages(
  db: Db,
  deck: Pick<DecksTable, 'id' | 'organizationId' | 'folderId' | 'name'>,
  pages: readonly NewPage[],
  now: string,
): Promise<string[]> {
  const { organizationId, folderId } = deck
  const rows: NewMedia[] = []
  // The library shows the newest first, which should be the first page.
  const reversed = pages.toReversed()
  for (const each of reversed)
    rows.push({
      ...{ organizationId, folderId, name: pageName(baseName(deck.name), each.page), ...fileOf(each) },
      thumbnailId: await createPageThumbnail(db, organizationId, each, now),
    })
  const created = await createMedia(db, rows, now)
  const ids = created.map(({ id }) => id).reverse()
  await db
    .insertInto('deck_pages')
    .values(
      pages.map(({ page }, index) => ({
        id: newId(),
        organizationId,
        deckId: deck.id,
        page,
        mediaId: ids[index] ?? '',
        layoutId: null,
      })),
    )
    .execute()
  return ids
}

/** Longer side of layouts in pixels: that of most screens. */
const LAYOUT_SIDE = 1920

/** Layouts of one storyboard share one size: that of its first page. */
export function layoutSize({ width, height }: Pick<NewPage, 'width' | 'height'>): {
  width: number
  height: number
} {
  const scale = LAYOUT_SIDE / Math.max(width, height)
  return {
    width: Math.max(100, Math.round(width * scale)),
    height: Math.max(100, Math.round(height * scale)),
  }
}

/** A page that shows one image over the whole screen. */
const showing = (
  mediaId: string,
  size: { width: number; height: number },
  duration: number,
): LayoutDocument =>
  writeDocument(
    screenPage({ id: 'page', name: 'Page' }, [{ mediaId, duration }], WIDGET_FIELDS, size),
    WIDGET_FIELDS,
  )

/** Creates missing layouts of pages; returns all in order. */
export async function addLayouts(
  db: Db,
  settings: Settings,
  deck: Pick<DecksTable, 'id' | 'organizationId' | 'name' | 'duration'>,
  pages: readonly { page: number; mediaId: string }[],
  { size, userId, now }: { size: { width: number; height: number }; userId: string; now: string },
): Promise<string[]> {
  const ids: string[] = []
  for (const { page, mediaId } of pages) {
    const name = pageName(baseName(deck.name), page)
    const input = {
      ...showing(mediaId, size, deck.duration),
      name: await freeName(db, name),
      madeFor: mediaId,
    }
    const media = await db
      .selectFrom('media')
      .select('thumbnailId')
      .where('id', '=', mediaId)
      .executeTakeFirst()
    const thumbnailId = media?.thumbnailId ?? null
    const id = await createPage(db, settings, 'layout', deck.organizationId, { ...input, thumbnailId }, now)
    await keepVersion(db, settings, await getPage(db, 'layout', id), userId)
    await db
      .updateTable('deck_pages')
      .set({ layoutId: id })
      .where('deckId', '=', deck.id)
      .where('page', '=', page)
      .execute()
    ids.push(id)
  }
  return ids
}

/** Layout names are unique. */
const freeName = (db: Db, name: string): Promise<string> =>
  firstFreeName(numbered(name), (keys) =>
    db
      .selectFrom('pages')
      .select('nameKey')
      .where('kind', '=', 'layout')
      .where('nameKey', 'in', anyIn(db, JSON.stringify(keys)))
      .execute(),
  )
