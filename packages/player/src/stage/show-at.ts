import type { ManifestPage, ManifestStoryboard } from '@vitrine/contract/api/playback/manifest'
import type { OrderedPosition, orderedAt } from '@vitrine/contract/schedule/page-order'
import { type ChosenPage, pageAt } from '@vitrine/contract/schedule/page-position'
import { shownAt } from '@vitrine/contract/schedule/show-dates'
import { traitsAt } from '#downlink/for-screen.ts'
import { lookUp, type Parts, spansOfPageIn } from '#downlink/parts.ts'
import type { ConditionsAt } from '#schedule/conditions.ts'
import type { PlaybackState } from '#schedule/playback.ts'
import { contentOf } from './pages/content-key.ts'
import { SKIP_MS } from './pages/failed-pages.ts'

/** A page in its slot. `key` changes if anything visible changes. */
export interface Show {
  key: string
  /** Equal for equal pages, in any position. */
  content: string
  page: ManifestPage
  storyboard: ManifestStoryboard
  index: number
  /** The origin of its media zones' loops, the same on every screen. */
  anchor: number
  end: number | null
  /** Whether it is the storyboard's only page that shows now. */
  isAlone: boolean
  /** Whether it belongs to an emergency takeover. */
  isTakeover: boolean
  /** The time zone of its media dates. */
  timeZone: string
  /** The parts that contain its media. */
  parts: Parts
  /** What conditions of its storyboard say; absent: all hold. */
  conditions?: ConditionsAt | undefined
  /** Where it is in the order of its storyboard, and what else plays there. */
  turn?: Turn | undefined
}

interface Turn {
  at: OrderedPosition
  /** Positions of pages, this one's first. */
  queue: readonly number[]
  /** Where actions lead: to pages of this round, of the next one, and to those of neither. */
  route: () => readonly Omit<ChosenPage, 'at'>[]
}

/** Where a storyboard with an order is; it loads with the first one. */
export type TurnAt = (...given: Parameters<typeof orderedAt>) => Turn | undefined

interface Choice {
  playback: PlaybackState
  parts: Parts
  conditions?: ConditionsAt | undefined
  /** Whether a page is skipped since an instant, because it failed. */
  isOut: (content: string, since: number) => boolean
  /** The position that an action chose. */
  chosen?: ChosenPage | undefined
  /** The position from which the storyboard continues after a condition has changed its pages. */
  resumed?: ChosenPage | undefined
  /** The page to show first, whatever the time. */
  firstId?: string | undefined
  /** Until it is there, pages play one after another. */
  turnAt?: TurnAt | undefined
}

/** The page that is due at an instant; if it is missing or failed, the next one that isn't. */
export function showAt(
  { playback, parts, conditions, isOut, chosen, resumed, firstId, turnAt }: Choice,
  instant: number,
): Show | undefined {
  const storyboard = playback.storyboardId && lookUp(parts, 'storyboards', playback.storyboardId)
  if (!storyboard) return undefined
  const { timeZone, since: began } = playback
  const shown = pagesShownAt(instant, { storyboard, timeZone, parts, conditions })
  const { mode, items, order } = storyboard
  const from = chosen ?? resumed
  const turn =
    order && mode === 'AUTO' ? turnAt?.({ ...storyboard, order }, shown, playback, instant, from) : undefined
  const place =
    turn?.at ??
    pageAt(
      { mode, items: shown.flatMap((index) => items[index] ?? []) },
      began,
      instant,
      from && { ...from, index: shown.indexOf(from.index) },
    )
  if (!place) return undefined
  // A skipped page is retried at the start of its slot, or in the middle of a long one.
  const isAlone = shown.length === 1
  const since = mode === 'DEFAULT' || isAlone ? instant : Math.max(place.start, instant - SKIP_MS)
  const queue = turn?.queue ?? shown
  const first = firstId ? queue.findIndex((index) => items[index]?.pageId === firstId) : -1
  const begin = first < 0 && !turn ? place.index : Math.max(0, first)
  for (let step = 0; step < queue.length; step++) {
    const index = queue[(begin + step) % queue.length] ?? 0
    const page = lookUp(parts, 'pages', items[index]?.pageId ?? '')
    if (!page) continue
    const anchor = isAlone ? (resumed?.at ?? began) : place.start
    const content = contentOf(page, parts)
    if (isOut(content, since)) continue
    return {
      key: `${storyboard.id} ${index} ${anchor} ${content}`,
      content,
      page,
      storyboard,
      index,
      anchor,
      end: place.end,
      isAlone,
      isTakeover: playback.reason === 'takeover',
      timeZone,
      parts,
      conditions,
      turn,
    }
  }
  return undefined
}

/** The positions of a storyboard's pages that show at an instant, by their dates, rules, and conditions. */
export const pagesShownAt = (
  instant: number,
  { storyboard, timeZone, parts, conditions }: Pick<Show, 'storyboard' | 'timeZone' | 'parts' | 'conditions'>,
): readonly number[] =>
  shownAt(storyboard.items, timeZone, instant, spansOfPageIn(parts), traitsAt(parts, conditions, instant))
    .value
