import type { HourLimit } from '#schedule/hour-limits.ts'
import { type Began, type OrderedPosition, orderedAt, type PageOrder } from '#schedule/page-order.ts'
import { type PagePosition, pageAt } from '#schedule/page-position.ts'
import type { Visit } from '#schedule/page-rounds.ts'
import { type Playing, type ScheduleState, whatPlays, zoneAt } from '#schedule/schedule.ts'
import { type RuleReason, reasonsOn, type ScreenRule } from '#schedule/screen-rule.ts'
import {
  type Limits,
  limitsOf,
  type ShowDates,
  type SpansOfPage,
  shownAt,
  spanStateAt,
  storyboardSpans,
} from '#schedule/show-dates.ts'
import { takeoverAt } from './manifest.ts'

/** A storyboard as a screen has it: see `ManifestStoryboard`. */
export interface PlayedStoryboard {
  id: string
  name: string
  mode: 'AUTO' | 'DEFAULT'
  items: readonly (ShowDates &
    Limits & {
      pageId: string
      duration: number
      within?: readonly Limits[] | undefined
    })[]
  order?: PageOrder | undefined
}

interface Takeover {
  storyboardId: string | null
  startedAt: number
  endsAt: number
}

/** What a screen plays if no one touches it and nothing fails. */
export interface ScreenPlayback {
  state: ScheduleState
  takeover?: Takeover | undefined
  earlierTakeovers?: Takeover[] | undefined
  storyboard(id: string): PlayedStoryboard | undefined
  spansOfPage: SpansOfPage
}

/** A storyboard inside the one that plays, and which of its plays it is. */
export interface InnerReason {
  storyboardId: string
  name: string
  nth: number
  of: number
}

/** One page on the screen, or nothing. */
export interface ComingPlay {
  start: number
  /** Null: until an action or a change. */
  end: number | null
  reason: Playing['reason'] | 'takeover'
  slot: Playing['slot']
  storyboardId: string | null
  /** Undefined if nothing plays. */
  page?: { index: number; pageId: string }
  /** The outermost first; empty for a page of the storyboard itself. */
  inner: InnerReason[]
  /** Why rules let it play on this screen. */
  because: RuleReason[]
  /** It plays only while conditions hold, whose values aren't known here. */
  isConditional: boolean
  /** That it, or a storyboard that begins with it, may not begin more often in this hour. */
  limit?: HourLimit | undefined
}

interface Now extends Pick<ComingPlay, 'reason' | 'slot' | 'storyboardId'> {
  since: number
  until: number | null
}

/** Null: never. */
function earlier(a: number | null, b: number | null): number | null {
  const first = Math.min(a ?? Number.POSITIVE_INFINITY, b ?? Number.POSITIVE_INFINITY)
  return Number.isFinite(first) ? first : null
}

/** What plays at an instant, as in the player, until something else does. */
function nowAt({ state, storyboard, spansOfPage, ...takeovers }: ScreenPlayback, instant: number): Now {
  const spansOf = (id: string) => {
    const found = storyboard(id)
    return found ? storyboardSpans(found.items, spansOfPage, state.traits) : null
  }
  const { storyboardId, reason, slot, since, until } = whatPlays(state, instant, spansOf)
  const scheduled: Now = { storyboardId, reason, slot, since, until }
  const takeover = takeoverAt(takeovers, instant)
  if (!takeover) return scheduled
  const { startedAt, endsAt } = takeover
  if (takeover.storyboardId && startedAt <= instant && storyboard(takeover.storyboardId)) {
    const shows = spanStateAt(spansOf(takeover.storyboardId), zoneAt(state, instant), instant)
    const own = { storyboardId: takeover.storyboardId, reason: 'takeover' as const, slot: null }
    if (shows.value) return { ...own, since: startedAt, until: endsAt }
    return { ...scheduled, until: earlier(until, earlier(endsAt, shows.until)) }
  }
  return { ...scheduled, until: earlier(until, startedAt > instant ? startedAt : endsAt) }
}

/** The page of a storyboard at an instant, and the storyboards inside it that it belongs to. */
export function placeIn(
  { mode, order, ...board }: PlayedStoryboard,
  shown: readonly number[],
  began: Began,
  instant: number,
): (PagePosition & { turn?: OrderedPosition }) | undefined {
  const turn = order && mode === 'AUTO' ? orderedAt({ ...board, order }, shown, began, instant) : undefined
  if (turn) return { index: turn.index, start: turn.start, end: turn.end, turn }
  const items = shown.flatMap((index) => board.items[index] ?? [])
  const place = pageAt({ mode, items }, began.since, instant)
  return place && { ...place, index: shown[place.index] ?? 0 }
}

function innerOf(order: PageOrder | undefined, turn: OrderedPosition | undefined): InnerReason[] {
  const play = turn?.plays[turn.place]
  const found: InnerReason[] = []
  let nth = play?.nth ?? 0
  for (let visit: Visit | undefined = play?.visit; visit?.parent; visit = visit.parent) {
    const list = order?.lists[visit.list]
    if (list) found.unshift({ storyboardId: list.id, name: list.name, nth, of: visit.plays })
    nth = visit.nth
  }
  return found
}

/** The page that plays at an instant. */
export function playAt(playback: ScreenPlayback, instant: number): ComingPlay {
  const { state, spansOfPage } = playback
  const { since: from, until: lasts, ...now } = nowAt(playback, instant)
  const nothing = { ...now, start: instant, end: lasts, inner: [], because: [], isConditional: false }
  const board = now.storyboardId === null ? undefined : playback.storyboard(now.storyboardId)
  if (!board) return nothing
  const shown = shownAt(board.items, zoneAt(state, instant), instant, spansOfPage, state.traits)
  const since = Math.max(from, shown.since)
  const until = earlier(lasts, shown.until)
  const place = placeIn(board, shown.value, { since, timeZone: zoneAt(state, instant) }, instant)
  const item = place && board.items[place.index]
  if (!place || !item) return { ...nothing, end: until }
  const isAlone = shown.value.length === 1
  const rules = limitsOf(item).flatMap(({ screens }) => screens ?? [])
  return {
    ...now,
    start: isAlone ? since : Math.max(place.start, since),
    end: isAlone ? until : earlier(place.end, until),
    page: { index: place.index, pageId: item.pageId },
    inner: innerOf(board.order, place.turn),
    because: rules.flatMap((rule: ScreenRule) => (state.traits ? reasonsOn(rule, state.traits).because : [])),
    isConditional: limitsOf(item).some(({ when }) => when !== undefined),
    ...(place.turn?.limit && { limit: place.turn.limit }),
  }
}

/**
 * What a screen plays from an instant to another, in order: at most `most` plays. A page that stays counts once.
 */
export function comingPlays(playback: ScreenPlayback, from: number, to: number, most: number): ComingPlay[] {
  const plays: ComingPlay[] = []
  for (let at = from; at < to && plays.length < most; ) {
    const play = playAt(playback, at)
    plays.push(play)
    if (play.end === null) break
    at = Math.max(play.end, at + 1)
  }
  return plays
}
