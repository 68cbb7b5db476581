import { dayOf, type ReadSlot, readSlot, runOn, type SlotClocks, type SlotTimes } from './slots.ts'
import { DAY, furthestReading, MINUTE } from './time-zone.ts'

/** Minutes since midnight, 0 to 1440. */
interface Span {
  from: number
  to: number
}

/** A part of a day in which one slot plays, or the default when it is null. */
export interface SlotSegment<S> extends Span {
  slot: S | null
}

/** The part of a slot's run on one day. An overnight run has a part on two days. */
export interface Run<S> extends Span {
  slot: S
  /** The slot's place in the schedule. */
  index: number
  /** The day it started, as `YYYY-MM-DD`. */
  startedOn: string
  /** Where it starts and ends, in minutes from the day's midnight: below 0 or past 1440 if it does on another day. */
  starts: number
  ends: number
  /** Whether it started the day before, or ends the day after. */
  fromDayBefore: boolean
  intoDayAfter: boolean
  /** Where another slot plays instead. */
  covered: readonly (Span & { by: S })[]
}

export interface ScheduledDay<S> {
  /** What plays, without gaps from 0 to 1440. */
  stretches: readonly SlotSegment<S>[]
  /** Every slot of the day whether it plays or not, in the schedule's order. */
  runs: readonly Run<S>[]
}

interface ReadRun<S extends SlotTimes> extends Span {
  read: ReadSlot<S>
  index: number
  startDay: number
  starts: number
  ends: number
}

/** Slots, and what their times are read by. */
export interface Scheduled<S extends SlotTimes> extends SlotClocks {
  slots: readonly S[]
}

/**
 * A calendar day of a schedule by the clocks of its zone: what plays when, and which slots are covered by which. Agrees
 * with `whatPlays` at every instant whose `readingAt` is on that day.
 */
export function scheduledDay<S extends SlotTimes>(schedule: Scheduled<S>, date: string): ScheduledDay<S> {
  const day = dayOf(date)
  const runs = runsOfDay(schedule, day)
  const edges = new Set([0, 1440, ...runs.flatMap(({ from, to }) => [from, to])])
  const sorted = [...edges].sort((a, b) => a - b)
  const stretches: (Span & { run: ReadRun<S> | undefined })[] = []
  for (const [n, from] of sorted.slice(0, -1).entries()) {
    const run = winnerAt(runs, from)
    const last = stretches.at(-1)
    const to = sorted[n + 1] ?? 1440
    if (last && last.run === run) last.to = to
    else stretches.push({ from, to, run })
  }
  return {
    stretches: stretches.map(({ from, to, run }) => ({ from, to, slot: run?.read.slot ?? null })),
    runs: runs.map((run) => ({
      slot: run.read.slot,
      index: run.index,
      from: run.from,
      to: run.to,
      startedOn: new Date(run.startDay * DAY).toISOString().slice(0, 10),
      starts: run.starts,
      ends: run.ends,
      fromDayBefore: run.starts < 0,
      intoDayAfter: run.starts >= 0 && run.ends > 1440,
      covered: stretches.flatMap((stretch) => {
        const [from, to] = [Math.max(stretch.from, run.from), Math.min(stretch.to, run.to)]
        return from < to && stretch.run && stretch.run !== run
          ? [{ from, to, by: stretch.run.read.slot }]
          : []
      }),
    })),
  }
}

const runsOfDay = <S extends SlotTimes>({ slots, ...clocks }: Scheduled<S>, day: number): ReadRun<S>[] =>
  slots.flatMap((slot, index) => runsOf(readSlot(slot, clocks), index, day))

/** The runs of a slot that overlap a day: the one that starts on it and the one that started the day before. */
function runsOf<S extends SlotTimes>(read: ReadSlot<S>, index: number, day: number): ReadRun<S>[] {
  // What follows the sun can be on another day than the one it belongs to.
  const startDays = read.isVaried ? [day - 2, day - 1, day, day + 1] : [day - 1, day]
  return startDays.flatMap((startDay) => {
    const run = runOn(read, startDay)
    if (!run) return []
    const offset = (startDay - day) * DAY
    const [starts, ends] = [(run.from + offset) / MINUTE, (run.to + offset) / MINUTE]
    const [from, to] = [Math.max(0, starts), Math.min(1440, ends)]
    return from < to ? [{ read, index, startDay, starts, ends, from, to }] : []
  })
}

/** The run of the highest layer; of invalid schedules, whose slots overlap within a layer, the last one. */
function winnerAt<S extends SlotTimes>(runs: readonly ReadRun<S>[], minutes: number): ReadRun<S> | undefined {
  let winner: ReadRun<S> | undefined
  for (const run of runs)
    if (run.from <= minutes && minutes < run.to && (!winner || run.read.rank >= winner.read.rank))
      winner = run
  return winner
}

/** The day and minute of an instant in a schedule; after clocks were set back, the latest reading they had reached. */
export function readingAt(zone: string, instant: number): { date: string; minutes: number } {
  const reading = furthestReading(zone, instant)
  const date = new Date(reading).toISOString().slice(0, 10)
  return { date, minutes: Math.floor((reading - dayOf(date) * DAY) / MINUTE) }
}

/** All slots active at a reading: the one that plays first, then those it covers, by falling layer. */
export function slotsAt<S extends SlotTimes>(schedule: Scheduled<S>, date: string, minutes: number): S[] {
  return runsOfDay(schedule, dayOf(date))
    .filter(({ from, to }) => from <= minutes && minutes < to)
    .sort((a, b) => b.read.rank - a.read.rank || b.index - a.index)
    .map(({ read }) => read.slot)
}
