import { DAY } from '@vitrine/contract/schedule/time-zone'
import type ICAL from 'ical.js'
import { RRuleTemporal } from 'rrule-temporal'
import { dayOf, type Moment, momentOf } from './moments.ts'
import type { Zone } from './zones.ts'

const HOUR = DAY / 24
/** Maximum repetitions of a rule to go through: those in the window, and those of a count, which can't be skipped. */
const REPEATS_MAX = 100_000
/** Maximum repetitions to count in all rules of a calendar that repeat within a day. */
export const COUNTED_MAX = 100_000

/** Longest change of clocks. */
const CHANGE = 3 * HOUR
const OFTEN = ['SECONDLY', 'MINUTELY', 'HOURLY']

/** The start of a series, and the zone of its times; `local`: of times without one. */
export interface SeriesStart {
  start: Moment
  zone: Zone
  local: Zone
}

export interface RuleLimits {
  /** Occurrences that are enough. */
  most: number
  /** Repetitions that may still be counted. */
  counted: { left: number }
  /** Some occurrences couldn't be found. */
  onCut: () => void
}

/**
 * Starts of a rule between two instants, in order: readings for all-day series, else instants. An occurrence at a time
 * that clocks skip doesn't exist (RFC 5545, 3.3.10).
 */
export function repeatsOf(
  rule: ICAL.Recur,
  { start, zone, local }: SeriesStart,
  [from, to]: readonly [number, number],
  { most, counted, onCut }: RuleLimits,
): number[] {
  const isOften = OFTEN.includes(rule.freq)
  const toCount = isOften ? (rule.count ?? 0) : 0
  // An all-day series has one occurrence a day.
  if ((start.isDate && isOften) || toCount > counted.left) {
    onCut()
    return []
  }
  counted.left -= toCount
  // The rules of a zone that only the file knows are applied to the readings.
  const isReading = start.isDate || zone.name === undefined
  const until = lastOf(rule, { start, zone, local })
  const last = until === undefined ? undefined : isReading && !start.isDate ? zone.readingOf(until) : until
  const first = isReading ? start.reading : zone.instantOf(start.reading)
  const [earliest, latest] = start.isDate
    ? [dayOf(local.readingOf(from)), local.readingOf(to)]
    : isReading
      ? [zone.readingOf(from) - CHANGE, zone.readingOf(to) + CHANGE]
      : [from, to]
  const [begin, end] = [Math.max(first, earliest), Math.min(last ?? latest, latest)]
  if (begin > end) return []
  const name = isReading ? 'UTC' : zone.name
  const written = [
    `DTSTART;TZID=${name}:${stampOf(start.reading)}`,
    `RRULE:${ruleText(rule, start.isDate)}${last === undefined ? '' : `;UNTIL=${stampOf(last)}Z`}`,
  ].join('\n')
  const found: number[] = []
  const instants = (each: number) => (start.isDate || !isReading ? each : zone.instantOf(each))
  try {
    const series = new RRuleTemporal({ rruleString: written, maxIterations: REPEATS_MAX, cache: false })
    // A rule that repeats every second has enough in an hour.
    let at = begin
    for (const next of toCount > 0 ? [end] : [begin + HOUR, begin + DAY, end]) {
      const stop = Math.min(next, end)
      if (found.length >= most || at > end) break
      for (const { epochMilliseconds } of series.between(new Date(at - 1), new Date(stop), true))
        if (instants(epochMilliseconds) >= (start.isDate ? earliest : from))
          found.push(instants(epochMilliseconds))
      at = stop + 1
    }
  } catch {
    onCut()
  }
  return found
}

/** UNTIL is inclusive: a date includes its day in the zone of the series. A reading for all-day series, else an instant. */
function lastOf({ until }: ICAL.Recur, { start, zone, local }: SeriesStart): number | undefined {
  if (!until) return undefined
  const given = momentOf(until, undefined)
  if (start.isDate) return dayIn(given, local)
  if (given.isDate) return zone.instantOf(given.reading + DAY - 1000)
  return (given.zone ?? zone).instantOf(given.reading)
}

/** The day of a date or time; UTC midnight is how some programs write a date. */
export function dayIn({ isDate, reading, zone }: Moment, local: Zone): number {
  if (isDate || !zone || zone.name !== 'UTC' || reading % DAY === 0) return dayOf(reading)
  return dayOf(local.readingOf(reading))
}

/** `20261201T070000` */
const stampOf = (reading: number): string => new Date(reading).toISOString().slice(0, 19).replace(/[-:]/g, '')

/** The rule without its end. All-day series have no times of day. */
const ruleText = (rule: ICAL.Recur, isDate: boolean): string =>
  rule
    .toString()
    .split(';')
    .filter((part) => !(isDate ? /^(?:UNTIL|BYHOUR|BYMINUTE|BYSECOND)=/ : /^UNTIL=/).test(part))
    .join(';')
