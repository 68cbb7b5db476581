import { minutesOfTime } from '#rules.ts'
import { type HijriDays, isInHijriDays } from './hijri.ts'
import { ruleKey, type ScreenRule } from './screen-rule.ts'
import { type SkyPlace, type SkyTime, skyReader } from './sky.ts'
import { DAY, MINUTE, weekdayOf } from './time-zone.ts'

/** When a slot holds: see `Slot` in `api/playback/manifest.ts`. */
export interface SlotTimes {
  /** `hh:mm AM/PM`. */
  from: string
  to: string
  /** Instead of `from` and `to`, where the schedule has a place. */
  fromSky?: SkyTime | undefined
  toSky?: SkyTime | undefined
  overnight?: true | undefined
  days?: number[] | undefined
  /** `YYYY-MM-DD`. */
  startDate?: string | undefined
  endDate?: string | undefined
  /** Days on which it doesn't start although the other fields say so. */
  except?: string[] | undefined
  /** Days of every Hijri year on which it starts. */
  hijri?: HijriDays | undefined
  event?: string | undefined
  /** Absent: on every screen of the group. */
  screens?: ScreenRule | undefined
}

/** What a schedule reads the times and days of its slots by. */
export interface SlotClocks {
  timezone: string
  /** Absent: times that follow the sun are those of the clock beside them. */
  sky?: SkyPlace | undefined
  /** Days by which Hijri months begin later than in the table. */
  hijriShift?: number | undefined
}

/** Which slot wins where several hold: an event over a dated slot, a dated slot over a weekly one. */
export type Layer = 'weekly' | 'dated' | 'event'

export function layerOf({
  event,
  startDate,
  endDate,
  hijri,
}: Pick<SlotTimes, 'event' | 'startDate' | 'endDate' | 'hijri'>): Layer {
  if (event !== undefined) return 'event'
  return startDate === undefined && endDate === undefined && hijri === undefined ? 'weekly' : 'dated'
}
const RANKS: Record<Layer, number> = { weekly: 0, dated: 1, event: 2 }
const NO_RULE = ruleKey(undefined)

/** Readings from the midnight of the day on which a slot starts; `to` may be past that day. */
export interface SlotRun {
  from: number
  to: number
}

/** A slot's times as numbers; days are counted from 1970-01-01. */
export interface ReadSlot<S extends SlotTimes = SlotTimes> {
  slot: S
  /**
   * The higher rank wins, and the later slot of one rank. Within a layer, a slot for some screens wins over one for all.
   * In a saved schedule, slots of one rank and rule never overlap.
   */
  rank: number
  /** `ruleKey` of its rule. */
  rule: string
  /** The run of a slot that starts on a day; undefined if the sun leaves it no time there. Doesn't check weekdays and dates. */
  runOf: (day: number) => SlotRun | undefined
  /** Bounds of all runs. */
  earliest: number
  latest: number
  longest: number
  /** Whether runs differ between days, or Hijri dates choose them: they can then be many days apart. */
  isVaried: boolean
  days: readonly boolean[] | undefined
  first: number
  last: number
  except: ReadonlySet<number>
  hijri: HijriDays | undefined
  hijriShift: number
  /** Days in a row that a search for a run looks at. */
  searched: number
  /** Consecutive days without a run, of a slot whose runs can be far apart: a search skips them. */
  gap: { first: number; last: number } | undefined
}

/** Bounds of times that follow the sun, as far as zones are from solar time, and of runs between them. */
const SKY_EARLIEST = -DAY
const SKY_LATEST = 2 * DAY
const SKY_LONGEST = 3 * DAY

/** `12:00 AM` as an end is midnight at the end of the day. A slot that ends before it starts needs `overnight`. */
export function readSlot<S extends SlotTimes>(slot: S, clocks: SlotClocks): ReadSlot<S> {
  const { days, startDate, endDate, hijri } = slot
  const rule = ruleKey(slot.screens)
  const times = timesOf(slot, clocks)
  const except = slot.except ? new Set(slot.except.map(dayOf)) : NO_DAYS
  const isVaried = times.isVaried || hijri !== undefined
  return {
    slot,
    rank: 2 * RANKS[layerOf(slot)] + (rule === NO_RULE ? 0 : 1),
    rule,
    ...times,
    isVaried,
    days: days && Array.from({ length: 7 }, (_, day) => days.includes(day)),
    first: startDate === undefined ? Number.NEGATIVE_INFINITY : dayOf(startDate),
    last: endDate === undefined ? Number.POSITIVE_INFINITY : dayOf(endDate),
    except,
    hijri,
    hijriShift: clocks.hijriShift ?? 0,
    searched: daysOfEach(except.size) + farthest(slot, isVaried),
    gap: undefined,
  }
}
const NO_DAYS: ReadonlySet<number> = new Set()

type ReadTimes = Pick<ReadSlot, 'runOf' | 'earliest' | 'latest' | 'longest' | 'isVaried'>

function timesOf(slot: SlotTimes, { sky, timezone }: SlotClocks): ReadTimes {
  const { fromSky, toSky, overnight } = slot
  const from = minutesOfTime(slot.from) * MINUTE
  const to = (minutesOfTime(slot.to) || 1440) * MINUTE
  if (!sky || (!fromSky && !toSky)) {
    const run = { from, to: overnight && to <= from ? to + DAY : to }
    const isRun = run.from < run.to
    return {
      runOf: () => (isRun ? run : undefined),
      earliest: from,
      latest: from,
      longest: run.to - from,
      isVaried: false,
    }
  }
  const at = skyReader(sky, timezone)
  const startOf = (day: number) => (fromSky ? at(day, fromSky) : from)
  const endOf = (day: number) => (toSky ? at(day, toSky) : to)
  const runOf = (day: number) => {
    const start = startOf(day)
    const end = endOf(day)
    if (start < end) return { from: start, to: end }
    if (!overnight) return undefined
    const later = endOf(day + 1) + DAY
    return start < later ? { from: start, to: later } : undefined
  }
  return {
    runOf,
    earliest: fromSky ? SKY_EARLIEST : from,
    latest: fromSky ? SKY_LATEST : from,
    longest: SKY_LONGEST,
    isVaried: true,
  }
}

/** Days since 1970-01-01 of a `YYYY-MM-DD` date. */
export const dayOf = (date: string): number => Math.floor(Date.parse(date) / DAY)

/** Whether weekdays, exceptions, and Hijri days let a slot start on a day; its dates are another matter. */
export const isOn = (slot: ReadSlot, day: number) => {
  const { days, except, hijri, hijriShift } = slot
  return (
    (days === undefined || days[weekdayOf(day)] === true) &&
    !except.has(day) &&
    (hijri === undefined || isInHijriDays(hijri, day, hijriShift))
  )
}

/**
 * A slot that doesn't start within so many days never does: what the sun leaves no time comes again in the next year, but
 * within twelve years on a certain weekday, and within forty years each day of a Hijri year is on every weekday.
 */
const SKY_SEARCHED = 740
const SKY_WEEKDAY_SEARCHED = 12 * 366
const HIJRI_SEARCHED = 40 * 355

/** Days that a search looks at besides those of exceptions. */
function farthest({ days, hijri }: SlotTimes, isVaried: boolean): number {
  if (hijri) return HIJRI_SEARCHED
  if (!isVaried) return 0
  return days ? SKY_WEEKDAY_SEARCHED : SKY_SEARCHED
}

/** So many days in a row have every weekday once without an exception. */
export const daysOfEach = (exceptions: number) => 7 * (1 + exceptions)

/** The run of a slot that starts on a day; undefined if none does. */
export const runOn = (slot: ReadSlot, day: number): SlotRun | undefined =>
  day >= slot.first && day <= slot.last && isOn(slot, day) ? slot.runOf(day) : undefined

/** Whether a slot starts on a day. */
export const startsOn = (slot: ReadSlot, day: number): boolean => runOn(slot, day) !== undefined

/** A run as readings. */
interface FoundRun extends SlotRun {
  day: number
}

/** The run nearest to `day` that starts on it or, going forward (1) or back (-1), past it. */
function runAtOrPast(slot: ReadSlot, day: number, step: 1 | -1): FoundRun | undefined {
  const { first, last } = slot
  const start = step === 1 ? Math.max(day, first) : Math.min(day, last)
  const end = start + step * slot.searched
  let at = start
  for (; at !== end; at += step) {
    if (slot.gap) {
      at = pastGap(slot.gap, at, step)
      if ((at - end) * step >= 0) break
    }
    if (at < first || at > last) break
    const run = isOn(slot, at) ? slot.runOf(at) : undefined
    if (!run) continue
    if (at !== start && slot.isVaried) noteGap(slot, start, at - step)
    return { day: at, from: at * DAY + run.from, to: at * DAY + run.to }
  }
  if (at !== start && slot.isVaried) noteGap(slot, start, at - step)
  return undefined
}

const pastGap = (gap: { first: number; last: number }, day: number, step: 1 | -1): number =>
  gap.first <= day && day <= gap.last ? (step === 1 ? gap.last : gap.first) + step : day

/** Notes that no run starts from one day to another, in any order, where a search has skipped only the gap known before. */
function noteGap(slot: ReadSlot, one: number, other: number): void {
  const [first, last] = [Math.min(one, other), Math.max(one, other)]
  if (!Number.isFinite(first - last)) return
  const { gap } = slot
  const touches = gap && gap.first <= last + 1 && first <= gap.last + 1
  slot.gap = touches ? { first: Math.min(first, gap.first), last: Math.max(last, gap.last) } : { first, last }
}

/** The last run of a slot that has started at a reading, which may have ended. */
export function lastRun(slot: ReadSlot, now: number): FoundRun | undefined {
  let run = runAtOrPast(slot, Math.floor((now - slot.earliest) / DAY), -1)
  while (run && run.from > now) run = runAtOrPast(slot, run.day - 1, -1)
  return run
}

/** The first run of a slot that starts after a reading. */
export function nextRun(slot: ReadSlot, now: number): FoundRun | undefined {
  let run = runAtOrPast(slot, Math.floor((now - slot.latest) / DAY) + 1, 1)
  while (run && run.from <= now) run = runAtOrPast(slot, run.day + 1, 1)
  return run
}
