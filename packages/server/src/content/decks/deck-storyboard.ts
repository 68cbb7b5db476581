// Updates the storyboard created from a deck for the pages of a new file.
import type { StoryboardItem } from '@vitrine/contract/api/content/storyboards'
import { pageSizes } from '#content/pages/queries.ts'
import { setAuthor } from '#content/storyboards/api.ts'
import { getStoryboard, updateStoryboard } from '#content/storyboards/queries.ts'
import type { Db } from '#db/schema.ts'
import type { DeckPagesTable, DecksTable } from '#db/tables/content.ts'
import { isoTime } from '#lib/clock.ts'
import type { DeckWork } from './convert-deck.ts'
import { addLayouts } from './pages.ts'
import { pagesOf } from './queries.ts'
import type { RemovedPage } from './versions.ts'

export interface StoryboardChange {
  /** Pages that the previous file didn't have. */
  added: readonly { page: number; mediaId: string }[]
  /** Pages of a restored file, with their former storyboard items. */
  returned: readonly RemovedPage[]
  /** Pages that the new file doesn't have. */
  beyond: readonly DeckPagesTable[]
}

/**
 * Inserts new pages after the last one in the storyboard, and removes missing ones. What screens play is unchanged
 * until approval. Returns the removed items.
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

/** Restored pages whose layout still shows them, has the storyboard's size, and isn't in the storyboard yet. */
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

/** Inserts each page after the last preceding page of the file, or where the file's pages begin. */
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
