// New pages in the place of a deck's: the same media ids, new ones at the end, and those beyond the end deleted or left.
import type { RemovedPages } from '@vitrine/contract/api/conversions/conversions'
import type { StoryboardItem } from '@vitrine/contract/api/storyboards'
import type { UsedBy } from '@vitrine/contract/errors'
import type { BlobStore } from '#blobs/blob-store.ts'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { DeckPagesTable, DecksTable } from '#db/tables/content.ts'
import { writeVersion } from '#db/versions.ts'
import { deleteMedia, getMedia } from '#features/media/queries.ts'
import { keepVersion } from '#features/media/replacing/versions.ts'
import { usesOf } from '#features/media/uses/queries.ts'
import { type RemadePackage, remadePackages, saveRemade } from '#features/packages/api.ts'
import { nameOf } from '#features/page-versions/queries.ts'
import { deletePage, getPage } from '#features/pages/queries.ts'
import { setAuthor } from '#features/storyboards/api.ts'
import { getStoryboard, updateStoryboard } from '#features/storyboards/queries.ts'
import { isoTime } from '#lib/clock.ts'
import { conflict } from '#lib/errors.ts'
import type { Change } from '#publishing/publisher.ts'
import type { DeckWork } from './convert-deck.ts'
import { addLayouts, addPages, createPageThumbnail, fileOf, type NewPage } from './pages.ts'
import { deckRow, pagesOf } from './queries.ts'

/** Pages beyond the end of a file with so many, and what shows them: a layout that was made for one counts by its storyboards. */
export async function removedPages(db: Db, deckId: string, total: number): Promise<RemovedPages> {
  const beyond = (await pagesOf(db, deckId)).filter(({ page }) => page > total)
  const own = new Set(beyond.flatMap(({ layoutId }) => layoutId ?? []))
  const mediaIds = beyond.map(({ mediaId }) => mediaId)
  const elsewhere = mediaIds.length ? await usesOf(db, mediaIds) : []
  const usedIn = [...elsewhere.filter(({ id }) => !own.has(id)), ...(await storyboardsShowing(db, [...own]))]
  return { pages: beyond.map(({ page }) => page), usedIn }
}

async function storyboardsShowing(db: Db, layoutIds: readonly string[]): Promise<UsedBy[]> {
  if (layoutIds.length === 0) return []
  const wanted = layoutIds.map((id) => ({ id }))
  const rows = await db
    .selectFrom('page_uses')
    .innerJoin('storyboards', 'storyboards.id', 'page_uses.storyboardId')
    .select(['storyboards.id', 'storyboards.name', 'storyboards.type', 'storyboards.nameKey'])
    .where('page_uses.pageId', 'in', anyOf(db, wanted))
    .distinct()
    .orderBy('storyboards.nameKey')
    .orderBy('storyboards.id')
    .execute()
  return rows.map(({ nameKey: _, ...storyboard }) => ({ kind: 'storyboard', ...storyboard }))
}

/** Prepared before the transaction. */
export interface PreparedReplacement {
  deckId: string
  packages: readonly RemadePackage[]
}

export async function prepareReplacement(
  db: Db,
  blobs: BlobStore,
  deckId: string,
  pages: readonly NewPage[],
): Promise<PreparedReplacement> {
  const media = await Promise.all(
    pairs(await pagesOf(db, deckId), pages).map(async ({ old, fresh }) => {
      const { id, name, src } = await getMedia(db, old.mediaId)
      const { sha256, size, mimetype } = fileOf(fresh)
      return { id, name, sha256, size, mimetype, was: src }
    }),
  )
  const changed = media.filter(({ was, sha256 }) => was !== sha256)
  return { deckId, packages: await remadePackages(db, blobs, changed) }
}

/** A page that someone deleted stays deleted, as long as the earlier file had it. */
const pairs = (olds: readonly DeckPagesTable[], pages: readonly NewPage[]) =>
  olds.flatMap((old) => {
    const fresh = pages[old.page - 1]
    return fresh ? [{ old, fresh }] : []
  })

export async function replacePages(
  db: Db,
  work: DeckWork,
  { deckId, packages }: PreparedReplacement,
): Promise<{ deckId: string; changes: Change[] }> {
  await lockRow(db, 'decks', deckId)
  const deck = await deckRow(db, deckId)
  const { row, pages, params } = work
  if (params.version !== null && params.version !== deck.version) throw conflict()
  const olds = await pagesOf(db, deckId)
  const changed = await replacePictures(db, work, pairs(olds, pages))
  for (const each of packages) await saveRemade(db, each, work.now)
  const now = isoTime(work.now)
  const { sha256, mimetype, size, name } = row
  const columns = { sha256, mimetype, size, name, pages: pages.length }
  await writeVersion(db, 'decks', { id: deckId, seen: undefined, now }, columns)
  const last = Math.max(deck.pages, ...olds.map(({ page }) => page))
  const added = pages.filter(({ page }) => page > last)
  const mediaIds = added.length ? await addPages(db, deck, added, now) : []
  const shown = added.map(({ page }, index) => ({ page, mediaId: mediaIds[index] ?? '' }))
  const beyond = olds.filter(({ page }) => page > pages.length)
  await changeStoryboard(db, work, deck, shown, beyond)
  for (const each of beyond) await deleteUnused(db, work, each)
  const ids = [...changed, ...packages.map(({ id }) => id)]
  return { deckId, changes: ids.map((id) => ({ kind: 'content', id })) }
}

/** Each keeps its earlier picture in its history. Answers the media that changed. */
async function replacePictures(
  db: Db,
  { row, now }: DeckWork,
  replaced: ReturnType<typeof pairs>,
): Promise<string[]> {
  const by = row.userId ? await nameOf(db, row.userId) : ''
  const changed: string[] = []
  for (const { old, fresh } of replaced) {
    const id = old.mediaId
    await lockRow(db, 'media', id)
    const media = await db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst()
    if (!media || media.sha256 === fresh.picture.sha256) continue
    await keepVersion(db, media, by, now)
    const thumbnailId = await createPageThumbnail(db, media.organizationId, fresh, isoTime(now))
    const columns = { ...fileOf(fresh), thumbnailId }
    await writeVersion(db, 'media', { id, seen: undefined, now: isoTime(now) }, columns)
    if (old.layoutId && media.thumbnailId)
      await db
        .updateTable('pages')
        .set({ thumbnailId })
        .where('id', '=', old.layoutId)
        .where('thumbnailId', '=', media.thumbnailId)
        .execute()
    changed.push(id)
  }
  return changed
}

/** New pages follow the last one that its storyboard plays; those that are gone leave it. What screens play waits for approval. */
async function changeStoryboard(
  db: Db,
  work: DeckWork,
  deck: DecksTable,
  added: readonly { page: number; mediaId: string }[],
  beyond: readonly DeckPagesTable[],
): Promise<void> {
  if (deck.storyboardId === null || added.length + beyond.length === 0) return
  const { settings, row, now } = work
  const before = await getStoryboard(db, deck.storyboardId)
  const { width, height } = before
  const size = { width, height }
  const at = isoTime(now)
  const layoutIds = await addLayouts(db, settings, deck, added, { size, userId: row.userId ?? '', now: at })
  const own = new Set((await pagesOf(db, deck.id)).flatMap(({ layoutId }) => layoutId ?? []))
  const gone = new Set(beyond.flatMap(({ layoutId }) => layoutId ?? []))
  const isIn = (ids: ReadonlySet<string>) => (item: StoryboardItem) => ids.has(item.layoutId ?? '')
  const last = before.items.findLastIndex(isIn(own))
  const fresh = layoutIds.map((layoutId) => ({ layoutId, duration: deck.duration }))
  const items = before.items.toSpliced(last < 0 ? before.items.length : last + 1, 0, ...fresh)
  const left = items.filter((item) => !isIn(gone)(item))
  // A storyboard has at least one page.
  if (left.length === 0 || (fresh.length === 0 && left.length === before.items.length)) return
  const { name, type, mode } = before
  await updateStoryboard(db, before, { name, type, mode, width, height, items: left }, at)
  if (row.userId) await setAuthor(db, before.id, row.userId, now)
}

/** Moves a dropped page to the trash, with the layout that was made for it, unless something shows them. */
async function deleteUnused(
  db: Db,
  { row, now }: DeckWork,
  { mediaId, layoutId }: DeckPagesTable,
): Promise<void> {
  const by = { userId: row.userId ?? '', now }
  const uses = await usesOf(db, [mediaId])
  if (uses.some(({ id }) => id !== layoutId)) return
  if (layoutId !== null) {
    if ((await storyboardsShowing(db, [layoutId])).length > 0) return
    await deletePage(db, 'layout', await getPage(db, 'layout', layoutId), by)
  }
  await deleteMedia(db, await getMedia(db, mediaId), by)
}
