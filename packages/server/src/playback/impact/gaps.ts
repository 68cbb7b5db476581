import { FORECAST_DAYS, type ForecastGap } from '@vitrine/contract/api/playback/forecast'
import type { GroupPart } from '@vitrine/contract/api/playback/manifest'
import { NONE_HOLD } from '@vitrine/contract/schedule/conditions'
import { type ScheduleState, type SpansOf, whatPlays } from '@vitrine/contract/schedule/schedule'
import { type ScreenTraits, withConditions } from '@vitrine/contract/schedule/screen-rule'
import type { PlayedItems } from '#playback/content.ts'
import { type GroupSchedules, mainStoryboardsOf } from '#playback/schedules/group-schedules.ts'

const DAY = 86_400_000
/** Maximum schedule changes to examine: two weeks with some 35 slots a day. */
const STEPS_MAX = 1000

export interface Gap extends Pick<ForecastGap, 'kind' | 'from' | 'until' | 'times'> {
  /** The storyboard that should play. */
  storyboardId: string | null
}

interface KnownItems {
  get(storyboardId: string): PlayedItems | undefined
}

/** When each storyboard has something to show on a screen with these traits, computed once. */
export function spansOn(items: KnownItems, traits: ScreenTraits | undefined): SpansOf {
  const known = new Map<string, ReturnType<SpansOf>>()
  return (id) => {
    let spans = known.get(id)
    if (spans === undefined) {
      spans = items.get(id)?.spansOn(traits) ?? null
      known.set(id, spans)
    }
    return spans
  }
}

/**
 * Finds when, within the next two weeks, a schedule leaves its screens with nothing to show, or plays something else
 * because a storyboard has nothing to show: on a screen with these traits. Counts gaps by kind and storyboard, and reports the first.
 * `unsure`: nothing shows while conditions don't hold.
 */
export function gapsOf(
  schedules: GroupSchedules,
  items: KnownItems,
  now: number,
  traits?: ScreenTraits,
): Gap[] {
  const [all, none] = [spansOn(items, traits), spansOn(items, withConditions(traits, NONE_HOLD))]
  const gaps = surelyOf(schedules, all, now, traits)
  const isDark = ({ kind }: Gap) => kind === 'nothing'
  if (gaps.some(isDark)) return gaps
  const isConditional = storyboardsIn(schedules).some((id) => textOf(all(id)) !== textOf(none(id)))
  const dark = isConditional ? surelyOf(schedules, none, now, traits).filter(isDark) : []
  return [...gaps, ...dark.map((gap) => ({ ...gap, kind: 'unsure' as const }))]
}

const storyboardsIn = ({ current, next }: GroupSchedules) =>
  [current, ...(next ? [next.programme] : [])].flatMap(mainStoryboardsOf)
const textOf = (spans: ReturnType<SpansOf>) => JSON.stringify(spans)

/** The same if all conditions hold, or if none does. */
function surelyOf(
  { current, next }: GroupSchedules,
  spansOf: SpansOf,
  now: number,
  traits?: ScreenTraits,
): Gap[] {
  const state: ScheduleState = { current, next: next as GroupPart['next'], override: null, traits }
  const schedules = [current, ...(next ? [next.programme] : [])]
  const isSafe = schedules.every(
    ({ defaultStoryboardId, slots }) =>
      defaultStoryboardId !== null &&
      [defaultStoryboardId, ...slots.map((slot) => slot.storyboardId)].every((id) => spansOf(id) === null),
  )
  if (isSafe) return []
  // What never plays on these screens by its rules isn't missed.
  const wantedOf: SpansOf = (id) => (spansOf(id)?.length === 0 ? [] : null)
  const gaps = new Map<string, Gap>()
  const end = now + FORECAST_DAYS * DAY
  for (let at = now, steps = 0; at < end && steps < STEPS_MAX; steps++) {
    const { storyboardId, until } = whatPlays(state, at, spansOf)
    const planned = whatPlays(state, at, wantedOf).storyboardId
    if (storyboardId === null || storyboardId !== planned) note(gaps, storyboardId, planned, at, until)
    if (until === null) break
    at = until
  }
  return [...gaps.values()]
}

function note(
  gaps: Map<string, Gap>,
  plays: string | null,
  storyboardId: string | null,
  from: number,
  until: number | null,
): void {
  const kind = plays === null ? 'nothing' : 'replaced'
  // Screens with nothing to show count as one problem, regardless of what should play.
  const key = kind === 'nothing' ? kind : `${kind} ${storyboardId}`
  const known = gaps.get(key)
  if (!known) gaps.set(key, { kind, storyboardId, from, until, times: 1 })
  else if (known.until === from && known.times === 1) known.until = until
  else known.times++
}
