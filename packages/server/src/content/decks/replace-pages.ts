// Replaces a deck's pages: keeps media ids, adds new pages at the end, and deletes those beyond it or keeps them if in
// use.
import type { RemovedPages } from '@vitrine/contract/api/content/conversions/conversions'
import { authorName } from '#accounts/authors/queries.ts'
import type { Change } from '#base/change.ts'
import { storyboardsShowing, usersOf } from '#base/references/queries.ts'
import type { BlobStore } from '#blobs/blob-store.ts'
import { deleteMedia, getMedia } from '#content/media/queries.ts'
import { keepVersion } from '#content/media/replacing/versions.ts'
import { type RemadePackage, remadePackages, saveRemade } from '#content/packages/api.ts'
import { deletePage, getPage } from '#content/pages/queries.ts'
import { restoreRemoved } from '#content/trash/api.ts'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { DeckPagesTable, DecksTable } from '#db/tables/content.ts'
import { writeVersion } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { conflict } from '#lib/errors.ts'
import type { DeckWork } from './convert-deck.ts'
import { changeStoryboard } from './deck-storyboard.ts'
import { addPages, createPageThumbnail, fileOf, type NewPage } from './pages.ts'
import { deckRow, pagesOf } from './queries.ts'
import { keepDeckVersion, type RemovedPage, removedSince } from './versions.ts'

/**
 * Pages beyond the end of a file with `total` pages, with their users: a layout created for a page counts by its
 * storyboards.
 */
export async function removedPages(db: Db, deckId: string, total: number): Promise<RemovedPages> {
  const beyond = (await pagesOf(db, deckId)).filter(({ page }) => page > total)
  const own = new Set(beyond.flatMap(({ layoutId }) => layoutId ?? []))
  const elsewhere = await usersOf(
    db,
    'media',
    beyond.map(({ mediaId: id }) => ({ id })),
  )
  const layouts = [...own].map((id) => ({ id }))
  const usedIn = [...elsewhere.filter(({ id }) => !own.has(id)), ...(await storyboardsShowing(db, layouts))]
  return { pages: beyond.map(({ page }) => page), usedIn }
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

/** A page deleted by a user stays deleted as long as the previous file had it. */
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
  const { restores } = params
  const wanted = restores === null ? [] : await removedSince(db, deckId, restores, work.now)
  const returned = wanted.filter(({ page }) => page <= pages.length)
  const last = Math.max(deck.pages, ...(await pagesOf(db, deckId)).map(({ page }) => page))
  const restored = await restoreRemoved(db, await missingOf(db, deckId, returned), work)
  const olds = await pagesOf(db, deckId)
  const changed = await replacePictures(db, work, pairs(olds, pages))
  for (const each of packages) await saveRemade(db, each, work.now)
  const now = isoTime(work.now)
  const { sha256, mimetype, size, name } = row
  const columns = { sha256, mimetype, size, name, pages: pages.length }
  await writeVersion(db, 'decks', { id: deckId, seen: undefined, now }, columns)
  const isNew = isNewPage(olds, restores === null ? last : returned.map(({ page }) => page))
  const added = pages.filter(isNew)
  const mediaIds = added.length ? await addPages(db, deck, added, now) : []
  const shown = added.map(({ page }, index) => ({ page, mediaId: mediaIds[index] ?? '' }))
  const beyond = olds.filter(({ page }) => page > pages.length)
  const removed = await changeStoryboard(db, work, deck, { added: shown, returned, beyond })
  await keepEarlierFile(db, work, deck, removed)
  for (const each of beyond) await deleteUnused(db, work, each)
  const ids = [...changed, ...packages.map(({ id }) => id)]
  return { deckId, changes: [...restored, ...ids.map((id) => ({ kind: 'content' as const, id }))] }
}

/** Images and layouts of pages that the deck doesn't have now. */
async function missingOf(db: Db, deckId: string, wanted: readonly RemovedPage[]): Promise<string[]> {
  const there = new Set((await pagesOf(db, deckId)).map(({ page }) => page))
  return wanted
    .filter(({ page }) => !there.has(page))
    .flatMap(({ mediaId, layoutId }) => (layoutId === null ? [mediaId] : [mediaId, layoutId]))
}

/**
 * `after`: the last page of the previous file, or the pages that a restored file brings back. Pages deleted by users
 * aren't new.
 */
function isNewPage(olds: readonly DeckPagesTable[], after: number | readonly number[]) {
  const there = new Set(olds.map(({ page }) => page))
  return ({ page }: NewPage): boolean =>
    !there.has(page) && (typeof after === 'number' ? page > after : after.includes(page))
}

/** Removes a restored version from the previous files. */
async function keepEarlierFile(
  db: Db,
  { row, params, now }: DeckWork,
  deck: DecksTable,
  removed: readonly RemovedPage[],
): Promise<void> {
  const by = row.userId ? await authorName(db, row.userId) : ''
  if (deck.sha256 !== row.sha256 || removed.length > 0) await keepDeckVersion(db, deck, removed, { by, now })
  if (params.restores === null) return
  await db
    .deleteFrom('deck_versions')
    .where('deckId', '=', deck.id)
    .where('version', '=', params.restores)
    .execute()
}

/** Each page keeps its previous image in its history. Returns the changed media. */
async function replacePictures(
  db: Db,
  { row, now }: DeckWork,
  replaced: ReturnType<typeof pairs>,
): Promise<string[]> {
  const by = row.userId ? await authorName(db, row.userId) : ''
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

/** Moves a dropped page to the trash, with the layout created for it, unless either is in use. */
async function deleteUnused(
  db: Db,
  { row, now }: DeckWork,
  { mediaId, layoutId }: DeckPagesTable,
): Promise<void> {
  const userId = row.userId ?? ''
  const by = { userId, personId: userId, mayApprove: false, now }
  const users = await usersOf(db, 'media', [{ id: mediaId }])
  if (users.some(({ id }) => id !== layoutId)) return
  if (layoutId !== null) {
    if ((await storyboardsShowing(db, [{ id: layoutId }])).length > 0) return
    await deletePage(db, 'layout', await getPage(db, 'layout', layoutId), by)
  }
  await deleteMedia(db, await getMedia(db, mediaId), by)
}
