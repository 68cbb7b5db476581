import type { LayoutDocument } from '@vitrine/contract/layout-document'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { type ApprovedStoryboard, contentOf, type Reached, reach, type Sources } from './manifest.ts'

/**
 * Reads what storyboards of one organization need. `db` is bound to it, so that no id, however it came into a document,
 * leads into another one's data. Answers the content and every id that it depends on, found or not.
 */
export async function loadContent(db: Db, roots: readonly string[]) {
  const sources: Sources = { storyboards: new Map(), pages: new Map(), media: new Map() }
  let reached = reach(roots, sources)
  while (hasUnknown(reached)) {
    const { unknown } = reached
    await loadStoryboards(db, unknown.storyboards, sources)
    await loadPages(db, unknown.pages, sources)
    await loadMedia(db, unknown.media, sources)
    reached = reach(roots, sources)
  }
  const dependsOn = new Set([...reached.storyboards, ...reached.pages, ...reached.media])
  return { content: contentOf(reached, sources), dependsOn }
}

const hasUnknown = ({ unknown }: Reached): boolean =>
  unknown.storyboards.length + unknown.pages.length + unknown.media.length > 0

const listed = (db: Db, ids: readonly string[]) =>
  anyOf(
    db,
    ids.map((id) => ({ id })),
  )

async function loadStoryboards(db: Db, ids: readonly string[], { storyboards }: Sources): Promise<void> {
  if (ids.length === 0) return
  for (const id of ids) storyboards.set(id, undefined)
  const rows = await db
    .selectFrom('storyboards')
    .select(['id', 'approved'])
    .where('id', 'in', listed(db, ids))
    .execute()
  for (const { id, approved } of rows)
    if (approved !== null) storyboards.set(id, { id, ...(JSON.parse(approved) as ApprovedStoryboard) })
}

async function loadPages(db: Db, ids: readonly string[], { pages }: Sources): Promise<void> {
  if (ids.length === 0) return
  for (const id of ids) pages.set(id, undefined)
  const wanted = listed(db, ids)
  const rows = await db
    .selectFrom('pages')
    .select(['id', 'name', 'version', 'document'])
    .where('id', 'in', wanted)
    .execute()
  const media = await db
    .selectFrom('media_uses')
    .select(['ownerId', 'mediaId'])
    .where('ownerKind', 'in', ['card', 'layout'])
    .where('ownerId', 'in', wanted)
    .orderBy('mediaId')
    .execute()
  const storyboards = await db
    .selectFrom('storyboard_uses')
    .select(['pageId', 'storyboardId'])
    .where('pageId', 'in', wanted)
    .orderBy('storyboardId')
    .execute()
  const mediaOf = Map.groupBy(media, (use) => use.ownerId)
  const storyboardsOf = Map.groupBy(storyboards, (use) => use.pageId)
  for (const { id, name, version, document } of rows) {
    const page = { ...(JSON.parse(document) as LayoutDocument), id, name, version }
    pages.set(id, {
      page,
      media: mediaOf.get(id)?.map((use) => use.mediaId) ?? [],
      storyboards: storyboardsOf.get(id)?.map((use) => use.storyboardId) ?? [],
    })
  }
}

async function loadMedia(db: Db, ids: readonly string[], { media }: Sources): Promise<void> {
  if (ids.length === 0) return
  for (const id of ids) media.set(id, undefined)
  const rows = await db
    .selectFrom('media')
    .select(['id', 'name', 'sha256', 'mimetype', 'size', 'width', 'height', 'duration'])
    .where('id', 'in', listed(db, ids))
    .execute()
  for (const { id, duration, ...row } of rows)
    media.set(id, { ...row, duration: duration === null ? null : duration / 1000 })
}
