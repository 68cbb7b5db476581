import { createFolder } from '#content/media/folders.ts'
import { setAuthor } from '#content/storyboards/api.ts'
import { createStoryboard } from '#content/storyboards/queries.ts'
import { anyIn } from '#db/database.ts'
import { firstFreeName } from '#db/lists/free-name.ts'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import type { DeckWork } from './convert-deck.ts'
import { addLayouts, addPages, baseName, layoutSize } from './pages.ts'

/** Seconds per page if no storyboard was requested. */
const DEFAULT_SECONDS = 10

/** Stores a deck with its rendered pages: a folder named after the file, the pages, and a storyboard if requested. */
export async function addDeck(db: Db, work: DeckWork): Promise<string> {
  const { settings, row, params, pages } = work
  const { organizationId, sha256, mimetype, size } = row
  const now = isoTime(work.now)
  const name = await freeFolderName(db, row.folderId, baseName(row.name))
  const folderId = await createFolder(db, organizationId, { name, folderId: row.folderId }, now)
  const deck = {
    id: newId(),
    ...{ organizationId, folderId, name: row.name, sha256, mimetype, size },
    pages: pages.length,
    duration: params.storyboard ?? DEFAULT_SECONDS,
    storyboardId: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
  await db.insertInto('decks').values(deck).execute()
  const mediaIds = await addPages(db, deck, pages, now)
  const [first] = pages
  if (params.storyboard === null || !first) return deck.id
  const shown = pages.map(({ page }, index) => ({ page, mediaId: mediaIds[index] ?? '' }))
  const canvas = layoutSize(first)
  const layoutIds = await addLayouts(db, settings, deck, shown, {
    size: canvas,
    userId: row.userId ?? '',
    now,
  })
  const storyboardId = await createStoryboard(
    db,
    organizationId,
    {
      name: await freeStoryboardName(db, baseName(row.name).slice(0, 90)),
      type: 'designed',
      mode: 'AUTO',
      items: layoutIds.map((layoutId) => ({ layoutId, duration: deck.duration })),
    },
    now,
  )
  if (row.userId) await setAuthor(db, storyboardId, row.userId, work.now)
  await db.updateTable('decks').set({ storyboardId }).where('id', '=', deck.id).execute()
  return deck.id
}

const numbered = (name: string) => (n: number) => (n === 1 ? name : `${name} (${n})`)

const freeFolderName = (db: Db, parent: string | null, name: string): Promise<string> =>
  firstFreeName(numbered(name), (keys) =>
    db
      .selectFrom('folders')
      .select('nameKey')
      .where('parentKey', '=', parent ?? '')
      .where('nameKey', 'in', anyIn(db, JSON.stringify(keys)))
      .execute(),
  )

const freeStoryboardName = (db: Db, name: string): Promise<string> =>
  firstFreeName(numbered(name), (keys) =>
    db
      .selectFrom('storyboards')
      .select('nameKey')
      .where('nameKey', 'in', anyIn(db, JSON.stringify(keys)))
      .execute(),
  )
