import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clocksIn, DAY, instantIn, MINUTE, slotsArb, zones } from '#test/random-schedules.ts'
import { readingAt } from './day.ts'
import { minutesOn, playedDay } from './played-day.ts'
import { whatPlays } from './schedule.ts'
import type { ShowSpan } from './show-dates.ts'
import { instantOf, localTime } from './time-zone.ts'

const STEP = 15 * MINUTE
const plus = (date: string, days: number) =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)

it('the blocks of a day are what plays, at every 15th minute of a month in any zone', () => {
  const months = fc
    .constantFrom(...zones)
    .chain((zone) => fc.tuple(fc.constant(zone), instantIn(zone), slotsArb(zone)))
  // Readings near those of the months, and slots whose storyboard has nothing to show.
  const spans = fc.option(
    fc.integer({ min: 0, max: 30 * 24 * 4 }).map((steps) => steps * STEP),
    { nil: null },
  )
  fc.assert(
    fc.property(months, spans, fc.boolean(), ([timezone, begin, slots], span, isDefault) => {
      const clocks = clocksIn(timezone)
      const schedule = { ...clocks, defaultStoryboardId: isDefault ? 'default' : null, slots }
      const state = { current: { ...schedule, activeFrom: 0 }, next: null, override: null }
      const first = localTime(timezone, begin).date
      const to = Date.parse(first) + (span ?? 0)
      const limited: ShowSpan[] = [{ from: null, to }]
      const spansOf = (id: string) =>
        span !== null && (id === 'default' || id === slots[0]?.storyboardId) ? limited : null
      const days = new Map(
        Array.from({ length: 31 }, (_, n) => plus(first, n)).map((date) => [
          date,
          playedDay(schedule, date, spansOf),
        ]),
      )
      for (const stretches of days.values()) {
        expect(stretches[0]?.from).toBe(0)
        expect(stretches.at(-1)?.to).toBe(1440)
        for (const [n, { from }] of stretches.slice(1).entries()) expect(from).toBe(stretches[n]?.to)
      }
      const end = instantOf(timezone, plus(first, 30), 1440)
      for (let at = instantOf(timezone, first, 0); at < end; at += STEP) {
        const { date, minutes } = readingAt(timezone, at)
        const block = days.get(date)?.find(({ from, to }) => from <= minutes && minutes < to)
        const { storyboardId, slot } = whatPlays(state, at, spansOf)
        if (block?.storyboardId !== storyboardId || block.slot !== slot)
          expect([new Date(at).toISOString(), block]).toEqual([storyboardId, slot])
      }
    }),
    { numRuns: 25 },
  )
}, 120_000)

it.each([
  ['the whole day', '2026-06-01T00:00Z', null, { from: 0, to: 1440 }],
  ['a part of it', '2026-06-10T08:00Z', '2026-06-10T10:30Z', { from: 600, to: 750 }],
  ['until midnight', '2026-06-10T08:00Z', '2026-06-11T08:00Z', { from: 600, to: 1440 }],
  ['since midnight', '2026-06-09T08:00Z', '2026-06-10T08:00Z', { from: 0, to: 600 }],
  ['nothing after it', '2026-06-09T08:00Z', '2026-06-09T22:00Z', null],
  ['nothing before it', '2026-06-10T22:00Z', null, null],
  ['at least a minute', '2026-06-10T08:00Z', '2026-06-10T08:00:10Z', { from: 600, to: 601 }],
])('a span of instants shows on a day as %s', (_what, since, until, minutes) => {
  const span = { since: Date.parse(since), until: until && Date.parse(until) } as {
    since: number
    until: number | null
  }
  expect(minutesOn('Europe/Berlin', '2026-06-10', span)).toEqual(minutes)
})
