import { setAuthor } from '#content/storyboards/api.ts'
import { createStoryboard } from '#content/storyboards/queries.ts'
import { anyIn } from '#db/database.ts'
import { firstFreeName, numbered } from '#db/lists/free-name.ts'
import type { Db } from '#db/schema.ts'
import type { DecksTable } from '#db/tables/content.ts'
import { isoTime } from '#lib/clock.ts'
import type { Settings } from '#lib/env.ts'
import { addLayouts, baseName, layoutSize } from './pages.ts'

/** Makes the storyboard of a deck's pages; returns its id. `db`: bound to the deck's organization. */
export async function addDeckStoryboard(
  db: Db,
  deck: DecksTable,
  { settings, userId, now }: { settings: Settings; userId: string; now: number },
): Promise<string> {
  const pages = await db
    .selectFrom('deck_pages')
    .innerJoin('media', 'media.id', 'deck_pages.mediaId')
    .select(['deck_pages.page', 'deck_pages.mediaId', 'media.width', 'media.height'])
    .where('deckId', '=', deck.id)
    .orderBy('deck_pages.page')
    .execute()
  const [first] = pages
  const size = layoutSize({ width: first?.width ?? 1920, height: first?.height ?? 1080 })
  const at = isoTime(now)
  const layoutIds = await addLayouts(db, settings, deck, pages, { size, userId, now: at })
  const name = await freeStoryboardName(db, baseName(deck.name).slice(0, 90))
  const items = layoutIds.map((layoutId) => ({ layoutId, duration: deck.duration }))
  const input = { name, type: 'designed', mode: 'AUTO', items } as const
  const storyboardId = await createStoryboard(db, deck.organizationId, input, at)
  if (userId) await setAuthor(db, storyboardId, userId, now)
  await db.updateTable('decks').set({ storyboardId }).where('id', '=', deck.id).execute()
  return storyboardId
}

const freeStoryboardName = (db: Db, name: string): Promise<string> =>
  firstFreeName(numbered(name), (keys) =>
    db
      .selectFrom('storyboards')
      .select('nameKey')
      .where('nameKey', 'in', anyIn(db, JSON.stringify(keys)))
      .execute(),
  )
