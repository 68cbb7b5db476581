import type { ScreenLayer } from './screen-layer.ts'
import { playsOn, type ScreenTraits } from './screen-rule.ts'
import { type ShowSpan, spanStateAt } from './show-dates.ts'
import { lastRun, nextRun, type ReadSlot, readSlot, type SlotClocks, type SlotTimes } from './slots.ts'
import { DEFAULT_TIMEZONE, furthestReading, instantOfReading } from './time-zone.ts'

type Slot = SlotTimes & { storyboardId: string }

/** See `GroupSchedule` and `Override` in `api/playback/manifest.ts`. Instants are milliseconds since 1970 UTC. */
interface GroupSchedule extends SlotClocks {
  defaultStoryboardId: string | null
  slots: Slot[]
  /** `StoredLayer` in the same file. They play besides, so what plays here doesn't depend on them. */
  layers?: ScreenLayer[] | undefined
  activeFrom: number
}

interface Override {
  storyboardId: string
  since: number
  until?: number | null | undefined
}

/** Slots of schedules, read once: schedules never change. No two have the same rank. */
const readSlots = new WeakMap<GroupSchedule, { slots: ReadSlot<Slot>[]; haveRules: boolean }>()
/** The slots that play on a screen. */
function slotsOf(schedule: GroupSchedule, traits: ScreenTraits | undefined): ReadSlot<Slot>[] {
  let read = readSlots.get(schedule)
  if (!read) {
    const { length } = schedule.slots
    const slots = schedule.slots
      .map((slot) => readSlot(slot, schedule))
      .map((slot, index) => ({ ...slot, rank: slot.rank + index / length }))
      .filter(({ longest }) => longest > 0)
    read = { slots, haveRules: slots.some(({ slot }) => slot.screens !== undefined) }
    readSlots.set(schedule, read)
  }
  return read.haveRules ? read.slots.filter(({ slot }) => playsOn(slot.screens, traits)) : read.slots
}

export type Reason = 'slot' | 'default' | 'override' | 'nothing'

export interface Playing {
  storyboardId: string | null
  reason: Reason
  /** The slot of the schedule when the reason is one. */
  slot: Slot | null
  /** Milliseconds since 1970: start of this answer (0 if it never began), and its end (null if it never ends). */
  since: number
  until: number | null
}

export interface ScheduleState {
  current: GroupSchedule | null
  next: { activateAt: number; programme: GroupSchedule } | null
  override: Override | null
  /** Planned manual switches. */
  planned?: readonly Override[] | undefined
  /** Of the screen; absent: as if it had whatever the rules ask for. */
  traits?: ScreenTraits | undefined
}

/** The schedule that holds at an instant. A screen with nothing to play starts the next one immediately. */
export function scheduleAt({ current, next }: ScheduleState, instant: number): GroupSchedule | null {
  if (next && (instant >= next.activateAt || !hasContent(current))) return next.programme
  return current
}
const hasContent = (schedule: GroupSchedule | null) =>
  schedule !== null && (schedule.defaultStoryboardId !== null || schedule.slots.length > 0)

/**
 * The slot of a schedule that plays at an instant, since when and until when: from its start or the end of a slot that
 * covered it, to its end or the start of a slot that covers it.
 */
function placeOf(
  schedule: GroupSchedule,
  instant: number,
  traits: ScreenTraits | undefined,
): { slot: Slot | null; since: number; until: number } {
  const slots = slotsOf(schedule, traits)
  let since = Number.NEGATIVE_INFINITY
  let until = Number.POSITIVE_INFINITY
  if (slots.length === 0) return { slot: null, since, until }
  const now = furthestReading(schedule.timezone, instant)
  const runs = slots.map((slot) => lastRun(slot, now))
  let winner: ReadSlot<Slot> | undefined
  for (const [index, run] of runs.entries()) {
    const slot = slots[index]
    if (slot && run && run.to > now && slot.rank >= (winner?.rank ?? 0)) winner = slot
  }
  for (const [index, slot] of slots.entries()) {
    // Slots of lower layers change nothing while this one plays.
    if (winner && slot !== winner && slot.rank <= winner.rank) continue
    const run = runs[index]
    if (run) since = Math.max(since, slot === winner ? run.from : run.to)
    if (run && slot === winner) until = Math.min(until, run.to)
    const next = nextRun(slot, now)
    if (next) until = Math.min(until, next.from)
  }
  const at = (reading: number) =>
    Number.isFinite(reading) ? instantOfReading(schedule.timezone, reading) : reading
  return { slot: winner?.slot ?? null, since: at(since), until: at(until) }
}

/** When a storyboard has a page to show (`storyboardSpans`); null always. */
export type SpansOf = (storyboardId: string) => readonly ShowSpan[] | null
const always: SpansOf = () => null

/** The zone whose clocks a screen follows at an instant; the default one where it follows no schedule. */
export const zoneAt = (state: ScheduleState, instant: number): string =>
  scheduleAt(state, instant)?.timezone ?? DEFAULT_TIMEZONE

/** The latest of the manual and planned switches that has begun, ended or not, and when the next one begins. */
export function latestSwitch({ override, planned = [] }: ScheduleState, instant: number) {
  let latest: Override | null = null
  let next = Number.POSITIVE_INFINITY
  for (const each of override ? [override, ...planned] : planned) {
    if (each.since > instant) next = Math.min(next, each.since)
    else if (!latest || each.since >= latest.since) latest = each
  }
  return { latest, next }
}

/**
 * What plays at an instant, why, since when, and until when. Pure: server, console, and screen get the same answer.
 * Every instant has exactly one answer, and it is constant from `since` until just before `until`. If a storyboard
 * has nothing to show, the next candidate plays: the schedule instead of a manual switch, the default instead of a
 * slot. If the default has nothing to show either, nothing plays. A manual switch ends earlier ones permanently.
 */
export function whatPlays(state: ScheduleState, instant: number, spansOf = always): Playing {
  const zone = zoneAt(state, instant)
  let since = 0
  let until: number | null = null
  const narrow = (held: { since: number; until: number | null }) => {
    since = Math.max(since, held.since)
    const end = held.until ?? Number.POSITIVE_INFINITY
    if (end !== Number.POSITIVE_INFINITY) until = Math.min(end, until ?? end)
  }
  const { latest, next } = latestSwitch(state, instant)
  narrow({ since, until: next })
  for (const candidate of candidatesAt({ ...state, override: latest }, instant)) {
    narrow(candidate)
    const shows =
      candidate.storyboardId === null
        ? spanStateAt(null, zone, instant)
        : spanStateAt(spansOf(candidate.storyboardId), zone, instant)
    narrow(shows)
    if (shows.value) return { ...candidate, since, until }
  }
  return { storyboardId: null, reason: 'nothing', slot: null, since, until }
}

/** Candidates to play at an instant, regardless of their dates, first choice first. */
function* candidatesAt(state: ScheduleState, instant: number): Generator<Playing> {
  let planned = plannedAt(state, instant)
  yield planned
  if (planned.reason === 'override') {
    planned = plannedAt({ ...state, override: null }, instant)
    yield planned
  }
  if (planned.reason === 'slot') yield { ...planned, ...defaultOf(scheduleAt(state, instant)) }
}

function defaultOf(schedule: GroupSchedule | null): Pick<Playing, 'storyboardId' | 'reason' | 'slot'> {
  const storyboardId = schedule?.defaultStoryboardId ?? null
  return { storyboardId, reason: storyboardId === null ? 'nothing' : 'default', slot: null }
}

/** What plays at an instant if everything always has something to show; `override` has begun. */
function plannedAt(state: ScheduleState, instant: number): Playing {
  const { next, override } = state
  if (override?.until !== undefined) {
    const { storyboardId, since, until } = override
    if (until === null || instant < until)
      return { storyboardId, reason: 'override', slot: null, since, until }
    // Afterwards the schedule's own `since` counts, which puts the screen back in step with its group.
    return plannedAt({ ...state, override: null }, instant)
  }
  const schedule = scheduleAt(state, instant)
  const place = schedule ? placeOf(schedule, instant, state.traits) : undefined
  // Future changes limit this answer's validity, even if a clock that lags slightly makes them look imminent.
  const coming = [place?.until, next?.activateAt, schedule?.activeFrom].filter(
    (at) => at !== undefined && Number.isFinite(at) && at > instant,
  ) as number[]
  const until = coming.length > 0 ? Math.min(...coming) : null
  // Before `activeFrom`, a schedule that starts early counts from its slots alone.
  const inForce = schedule && schedule.activeFrom <= instant ? schedule.activeFrom : 0
  const since = Math.max(inForce, place?.since ?? 0)
  if (override && override.since >= since)
    return {
      storyboardId: override.storyboardId,
      reason: 'override',
      slot: null,
      since: override.since,
      until,
    }
  if (place?.slot)
    return { storyboardId: place.slot.storyboardId, reason: 'slot', slot: place.slot, since, until }
  return { ...defaultOf(schedule), since, until }
}
