import { readingAt, scheduledDay } from './day.ts'
import { type SpansOf, whatPlays } from './schedule.ts'
import { dayOf, type SlotClocks, type SlotTimes } from './slots.ts'
import { DAY, furthestReading, instantOf, MINUTE } from './time-zone.ts'

interface Planned<S> extends SlotClocks {
  defaultStoryboardId: string | null
  slots: S[]
}

/** A part of a day in minutes since midnight, 0 to 1440, and what plays in it: a slot, or the default if it is null. */
export interface PlayedStretch<S> {
  from: number
  to: number
  storyboardId: string | null
  slot: S | null
}

/** Maximum changes of a day: more than twice the slots that a schedule can have. */
const CHANGES_MAX = 2000

/**
 * What a schedule plays on a calendar day by the clocks of its zone, without gaps from 0 to 1440. Agrees with `whatPlays`
 * at every instant whose `readingAt` is on that day.
 */
export function playedDay<S extends SlotTimes & { storyboardId: string }>(
  schedule: Planned<S>,
  date: string,
  spansOf: SpansOf = () => null,
): PlayedStretch<S>[] {
  const { timezone: zone, defaultStoryboardId, slots } = schedule
  const ids = [defaultStoryboardId, ...slots.map(({ storyboardId }) => storyboardId)]
  const isSafe = ids.every((id) => id === null || spansOf(id) === null)
  // Reading slots is a hundred times faster than asking the zone for its clocks.
  if (isSafe || instantOf(zone, date, 0) === instantOf(zone, date, 1440))
    return scheduledDay(schedule, date).stretches.map(({ from, to, slot }) => ({
      ...{ from, to, slot },
      storyboardId: slot?.storyboardId ?? defaultStoryboardId,
    }))
  const state = { current: { ...schedule, activeFrom: 0 }, next: null, override: null }
  const midnight = dayOf(date) * DAY
  const end = instantOf(zone, date, 1440)
  const minutesAt = (at: number) => Math.floor((furthestReading(zone, at) - midnight) / MINUTE)
  const stretches: PlayedStretch<S>[] = []
  let from = 0
  for (let at = instantOf(zone, date, 0), n = 0; at < end && n < CHANGES_MAX; n++) {
    const { storyboardId, slot, until } = whatPlays(state, at, spansOf)
    at = Math.min(until ?? end, end)
    const to = at === end ? 1440 : minutesAt(at)
    const last = stretches.at(-1)
    if (last && last.storyboardId === storyboardId && last.slot === slot) last.to = to
    else if (from < to) stretches.push({ from, to, storyboardId, slot: slot as S | null })
    from = to
  }
  return stretches
}

/**
 * The part of a span of instants (`until` null: without end) that a day shows by a zone's clocks, in minutes; null for
 * none.
 */
export function minutesOn(
  zone: string,
  date: string,
  { since, until }: { since: number; until: number | null },
): { from: number; to: number } | null {
  const [start, end] = [instantOf(zone, date, 0), instantOf(zone, date, 1440)]
  if (since >= end || (until !== null && until <= start)) return null
  const from = since <= start ? 0 : readingAt(zone, since).minutes
  const to = until === null || until >= end ? 1440 : readingAt(zone, until).minutes
  return from < to ? { from, to } : { from: Math.min(from, 1439), to: Math.min(from, 1439) + 1 }
}
