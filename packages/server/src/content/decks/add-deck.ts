import { createFolder } from '#content/media/folders.ts'
import { anyIn } from '#db/database.ts'
import { firstFreeName, numbered } from '#db/lists/free-name.ts'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { addDeckStoryboard } from './api.ts'
import type { DeckWork } from './convert-deck.ts'
import { addPages, baseName } from './pages.ts'

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
  await addPages(db, deck, pages, now)
  if (params.storyboard === null) return deck.id
  await addDeckStoryboard(db, deck, { settings, userId: row.userId ?? '', now: work.now })
  return deck.id
}

const freeFolderName = (db: Db, parent: string | null, name: string): Promise<string> =>
  firstFreeName(numbered(name), (keys) =>
    db
      .selectFrom('folders')
      .select('nameKey')
      .where('parentKey', '=', parent ?? '')
      .where('nameKey', 'in', anyIn(db, JSON.stringify(keys)))
      .execute(),
  )
