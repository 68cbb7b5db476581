import type { DeckVersion } from '@vitrine/contract/api/content/conversions/deck-versions'
import { REPLACED_KEPT_DAYS } from '@vitrine/contract/api/content/library/media-versions'
import type { StoryboardItem } from '@vitrine/contract/api/content/storyboards'
import type { Db } from '#db/schema.ts'
import type { DecksTable, DeckVersionsTable } from '#db/tables/content.ts'
import { isoTime } from '#lib/clock.ts'
import { notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

const DAY = 24 * 60 * 60_000

/** A page that a newer file didn't have, with its former item in the deck's storyboard. */
export interface RemovedPage {
  page: number
  mediaId: string
  layoutId: string | null
  items: StoryboardItem[]
}

/** Keeps a deck's current file before it is replaced. */
export async function keepDeckVersion(
  db: Db,
  { id: deckId, organizationId, version, name, sha256, mimetype, size, pages }: DecksTable,
  removed: readonly RemovedPage[],
  { by: replacedBy, now }: { by: string; now: number },
): Promise<void> {
  await db
    .insertInto('deck_versions')
    .values({
      id: newId(),
      ...{ organizationId, deckId, version, name, sha256, mimetype, size, pages },
      removed: JSON.stringify(removed),
      replacedBy,
      replacedAt: isoTime(now),
      expiresAt: now + REPLACED_KEPT_DAYS * DAY,
    })
    .execute()
}

const rowsOf = (db: Db, deckId: string, now: number) =>
  db
    .selectFrom('deck_versions')
    .selectAll()
    .where('deckId', '=', deckId)
    .where('expiresAt', '>', now)
    .orderBy('version', 'desc')

/** Newest first. */
export async function listDeckVersions(db: Db, deckId: string, now: number): Promise<DeckVersion[]> {
  const rows = await rowsOf(db, deckId, now).execute()
  return rows.map(({ version, name, mimetype, size, pages, replacedBy, replacedAt, expiresAt }) => ({
    ...{ version, name, mimetype, size, pages, replacedBy, replacedAt },
    expiresAt: isoTime(expiresAt),
  }))
}

/** Throws NOT_FOUND if it has expired or was already restored. */
export async function getDeckVersion(
  db: Db,
  deckId: string,
  version: number,
  now: number,
): Promise<DeckVersionsTable> {
  const row = await rowsOf(db, deckId, now).where('version', '=', version).executeTakeFirst()
  if (!row) throw notFound('This file is no longer available')
  return row
}

/** Pages that files after this version didn't have; for each page, the latest removal. */
export async function removedSince(
  db: Db,
  deckId: string,
  version: number,
  now: number,
): Promise<RemovedPage[]> {
  const rows = await rowsOf(db, deckId, now).where('version', '>=', version).execute()
  const found = new Map<number, RemovedPage>()
  for (const { removed } of rows)
    for (const each of JSON.parse(removed) as RemovedPage[])
      if (!found.has(each.page)) found.set(each.page, each)
  return [...found.values()].sort((a, b) => a.page - b.page)
}

/** Returns the count. The collector deletes the bytes. */
export async function forgetDeckVersions(db: Db, now: number): Promise<number> {
  const gone = await db.deleteFrom('deck_versions').where('expiresAt', '<=', now).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
