// The storyboard that was made of a deck follows the pages of a new file.
import type { StoryboardItem } from '@vitrine/contract/api/storyboards'
import type { Db } from '#db/schema.ts'
import type { DeckPagesTable, DecksTable } from '#db/tables/content.ts'
import { pageSizes } from '#features/pages/queries.ts'
import { setAuthor } from '#features/storyboards/api.ts'
import { getStoryboard, updateStoryboard } from '#features/storyboards/queries.ts'
import { isoTime } from '#lib/clock.ts'
import type { DeckWork } from './convert-deck.ts'
import { addLayouts } from './pages.ts'
import { pagesOf } from './queries.ts'
import type { RemovedPage } from './versions.ts'

export interface StoryboardChange {
  /** Pages that the earlier file didn't have. */
  added: readonly { page: number; mediaId: string }[]
  /** Pages of a restored file, with what the storyboard played of them. */
  returned: readonly RemovedPage[]
  /** Pages that the new file doesn't have. */
  beyond: readonly DeckPagesTable[]
}

/**
 * New pages follow the last one that its storyboard plays; those that are gone leave it. What screens play waits for
 * approval. Answers what the storyboard played of the pages that are gone.
 */
export async function changeStoryboard(
  db: Db,
  work: DeckWork,
  deck: DecksTable,
  { added, returned, beyond }: StoryboardChange,
): Promise<RemovedPage[]> {
  const removed = beyond.map(({ page, mediaId, layoutId }) => ({ page, mediaId, layoutId }))
  if (deck.storyboardId === null) return removed.map((each) => ({ ...each, items: [] }))
  const before = await getStoryboard(db, deck.storyboardId)
  const lost = removed.map((each) => ({
    ...each,
    items: before.items.filter(({ layoutId }) => layoutId === each.layoutId),
  }))
  if (added.length + returned.length + beyond.length === 0) return lost
  const { settings, row, now } = work
  const size = { width: before.width, height: before.height }
  const at = isoTime(now)
  const layoutIds = await addLayouts(db, settings, deck, added, { size, userId: row.userId ?? '', now: at })
  const fresh = added.map(({ page }, index) => ({
    page,
    items: [{ layoutId: layoutIds[index] ?? '', duration: deck.duration }],
  }))
  const places = new Map((await pagesOf(db, deck.id)).map(({ page, layoutId }) => [layoutId ?? '', page]))
  const back = await playable(db, returned, { size, places, played: before.items })
  const gone = new Set(beyond.map(({ layoutId }) => layoutId ?? ''))
  const items = withPages(before.items, [...fresh, ...back], places).filter(
    ({ layoutId }) => !gone.has(layoutId ?? ''),
  )
  const isSame = fresh.length + back.length === 0 && items.length === before.items.length
  // A storyboard has at least one page.
  if (items.length === 0 || isSame) return lost
  await updateStoryboard(db, before, { ...before, items }, at)
  if (row.userId) await setAuthor(db, before.id, row.userId, now)
  return lost
}

type PlayedPage = Pick<RemovedPage, 'page' | 'items'>

/** Those whose layout is the page's again, has the storyboard's size, and isn't played yet. */
async function playable(
  db: Db,
  returned: readonly RemovedPage[],
  {
    size,
    places,
    played,
  }: {
    size: { width: number; height: number }
    places: ReadonlyMap<string, number>
    played: readonly StoryboardItem[]
  },
): Promise<PlayedPage[]> {
  const sizes = await pageSizes(
    db,
    'layout',
    returned.flatMap(({ layoutId }) => layoutId ?? []),
  )
  return returned.filter(({ page, layoutId, items }) => {
    const found = sizes.get(layoutId ?? '')
    const isPlayed = played.some((item) => item.layoutId === layoutId)
    const fits = found?.width === size.width && found.height === size.height
    return items.length > 0 && fits && !isPlayed && places.get(layoutId ?? '') === page
  })
}

/** Each page follows the last one before it in the file, or begins where the file's pages begin. */
function withPages(
  items: readonly StoryboardItem[],
  pages: readonly PlayedPage[],
  places: ReadonlyMap<string, number>,
): StoryboardItem[] {
  let all = [...items]
  const placeOf = ({ layoutId }: StoryboardItem) => places.get(layoutId ?? '')
  for (const { page, items: more } of pages.toSorted((a, b) => a.page - b.page)) {
    const previous = all.findLastIndex((item) => (placeOf(item) ?? page) < page)
    const first = all.findIndex((item) => placeOf(item) !== undefined)
    const start = previous >= 0 ? previous + 1 : first >= 0 ? first : all.length
    all = all.toSpliced(start, 0, ...more)
  }
  return all
}
