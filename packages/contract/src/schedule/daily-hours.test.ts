import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hoursBegan, isBetween, isDuring, isWithinHours } from './daily-hours.ts'
import { mayDownload } from './downloads.ts'
import { instantOf, localTime, MINUTE } from './time-zone.ts'

const STEP = 10 * MINUTE
const HOUR = 60 * MINUTE
/** Days on which clocks skip an hour, or show one twice. Cairo skips midnight, Nuuk the hour before it. */
const DAYS: [zone: string, ...days: string[]][] = [
  ['Europe/Berlin', '2027-03-28', '2027-10-31', '2027-06-01'],
  ['America/New_York', '2027-03-14', '2027-11-07'],
  ['America/Nuuk', '2027-03-27', '2027-10-30'],
  ['Africa/Cairo', '2027-04-30', '2027-10-28'],
  ['Australia/Lord_Howe', '2027-10-03', '2027-04-04'],
  ['Etc/GMT-2', '2027-03-28'],
]
const timeOf = (minutes: number) => {
  const hour = Math.floor(minutes / 60)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(hour % 12 || 12)}:${two(minutes % 60)} ${hour < 12 ? 'AM' : 'PM'}`
}

it('hours happen every day: as clocks show them, or right after the skip of all of them', () => {
  const places = fc
    .constantFrom(...DAYS)
    .chain(([zone, ...days]) => fc.tuple(fc.constant(zone), fc.constantFrom(...days)))
  fc.assert(
    fc.property(
      places,
      fc.integer({ min: 0, max: 143 }),
      fc.integer({ min: 1, max: 143 }),
      ([timezone, date], first, long) => {
        const [from, to] = [timeOf(first * 10), timeOf(((first + long) % 144) * 10)]
        const hours = { from, to, timezone }
        const begins = instantOf(timezone, date, first * 10)
        const ends = instantOf(timezone, date, (first + long) * 10)
        expect(isDuring(hours, begins)).toBe(true)
        const isSkipped = ends === begins
        for (let at = begins - 4 * HOUR; at < begins + 4 * HOUR; at += STEP) {
          const isAfter = isSkipped && at >= begins && at < begins + long * STEP
          const isShown = isBetween(from, to, localTime(timezone, at).minutes)
          expect(isDuring(hours, at)).toBe(isShown || isAfter)
          if (isAfter) expect(hoursBegan({ on: from, off: to, timezone }, at)).toBe(begins)
        }
      },
    ),
    { numRuns: 150 },
  )
}, 60_000)

const OFTEN = ['12:00 AM', '12:01 AM', '08:00 AM', '12:00 PM', '08:00 PM', '11:59 PM']
const TIMES = OFTEN.flatMap((from) => OFTEN.map((to) => [from, to] as const))
const minutesOf = (time: string) => {
  const [, hour = 0, minute = 0] = /(\d+):(\d+)/.exec(time)?.map(Number) ?? []
  return (hour % 12) * 60 + minute + (time.endsWith('PM') ? 720 : 0)
}

it.each(TIMES)('%s to %s holds from its first minute until before its last, every day', (from, to) => {
  const [start, end] = [minutesOf(from), minutesOf(to)]
  const wanted = new Set<number>()
  for (let minute = start; ; minute = (minute + 1) % 1440) {
    if (minute === end && wanted.size > 0) break
    wanted.add(minute)
  }
  const held = Array.from({ length: 1440 }, (_, minute) => minute).filter((minute) =>
    isBetween(from, to, minute),
  )
  expect(held).toEqual([...wanted].sort((one, other) => one - other))
})

it.each(TIMES)(
  'a screen that is on from %s to %s was switched on at the last of its beginnings',
  (on, off) => {
    for (const [timezone, offset] of [
      ['Asia/Kolkata', 330],
      ['Etc/GMT+11', -660],
    ] as const) {
      const hours = { on, off, timezone }
      const midnight = Date.parse('2027-06-01T00:00:00Z') - offset * MINUTE
      const first = midnight + minutesOf(on) * MINUTE
      for (let at = midnight; at < midnight + 1440 * MINUTE; at += MINUTE) {
        if (!isWithinHours(hours, at)) continue
        const began = at < first ? first - 1440 * MINUTE : first
        // Half a minute later, too.
        expect([hoursBegan(hours, at), hoursBegan(hours, at + 30_000)]).toEqual([began, began])
      }
    }
  },
)

it('screens download in hours that clocks skip', () => {
  const downloadHours = { from: '02:00 AM', to: '03:00 AM', timezone: 'Europe/Berlin' }
  const at = (time: string) => mayDownload({ downloadHours }, Date.parse(`2027-03-28T${time}:00Z`))
  expect(['00:59', '01:00', '01:59', '02:00'].map(at)).toEqual([false, true, true, false])
})
