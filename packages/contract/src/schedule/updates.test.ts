import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBetween } from './daily-hours.ts'
import { DAY, instantOf, localTime, MINUTE } from './time-zone.ts'
import { UPDATE_SPREAD_MS, updateAt } from './updates.ts'

const night = { from: '02:00 AM', to: '04:00 AM', timezone: 'Etc/GMT', days: 0 }
const at = (text: string) => Date.parse(`2026-11-26T${text}Z`)

const timeOf = (minutes: number) => {
  const hour = Math.floor(minutes / 60)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(hour % 12 || 12)}:${two(minutes % 60)} ${hour < 12 ? 'AM' : 'PM'}`
}

const everyStep = (from: number, to: number, step: number) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step)

/** Every stretch of time in which a screen that has held a version for long may start it, in steps of `step`. */
function openings(
  updates: Parameters<typeof updateAt>[0],
  { from, to, share = 0, step = MINUTE }: { from: number; to: number; share?: number; step?: number },
) {
  const found: { opens: number; closes: number }[] = []
  let wasOpen = false
  for (let now = from; now < to; now += step) {
    const isOpen = updateAt(updates, { heldSince: 0, now, share }) === now
    if (isOpen && !wasOpen) found.push({ opens: now, closes: to })
    const last = found.at(-1)
    if (!isOpen && wasOpen && last) last.closes = now
    wasOpen = isOpen
  }
  return found
}

describe('when a screen starts a newer player', () => {
  it('is immediately without a rule, and with one in a zone that this browser does not know', () => {
    const now = at('12:00:00')
    expect(updateAt(null, { heldSince: now, now, share: 1 })).toBe(now)
    expect(updateAt(undefined, { heldSince: now, now, share: 1 })).toBe(now)
    expect(updateAt({ ...night, timezone: '+02:00' }, { heldSince: now, now, share: 1 })).toBe(now)
  })

  it.each([
    ['01:59:00', 0, '02:00:00'],
    ['12:30:00', 0, '26:00:00'],
    ['02:00:00', 0, '02:00:00'],
    ['02:00:00', 0.5, '02:15:00'],
    ['03:00:00', 0.99, '03:00:00'],
    ['02:00:00', 1, '02:29:00'],
    ['04:00:00', 0, '26:00:00'],
  ])('at %s, with the share %s, asks at %s', (now, share, expected) => {
    const [hours = 0, minutes = 0] = expected.split(':').map(Number)
    const midnight = at('00:00:00')
    expect(updateAt(night, { heldSince: 0, now: at(now), share })).toBe(
      midnight + (hours * 60 + minutes) * MINUTE,
    )
  })

  it('leaves the first screens so many days', () => {
    const now = at('02:30:00')
    const week = { ...night, days: 7 }
    expect(updateAt(week, { heldSince: now - 6 * DAY, now, share: 0 })).toBe(now + DAY)
    expect(updateAt(week, { heldSince: now - 7 * DAY, now, share: 0 })).toBe(now)
  })

  it('comes within the window, over midnight too, after at most a day and the days that it waits', () => {
    const time = fc.integer({ min: 0, max: 1439 }).map(timeOf)
    const zones = fc.constantFrom('Etc/GMT', 'Europe/Berlin', 'Asia/Kathmandu')
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        time,
        time,
        zones,
        fc.integer({ min: 0, max: 30 }),
        share,
        (from, to, timezone, days, share) => {
          fc.pre(from !== to)
          const updates = { from, to, timezone, days }
          const heldSince = at('10:11:12')
          let now = heldSince
          for (let tries = 0; tries < 6; tries++) {
            const next = updateAt(updates, { heldSince, now, share })
            if (next === now) break
            expect(next).toBeGreaterThan(now)
            now = next
          }
          expect(updateAt(updates, { heldSince, now, share })).toBe(now)
          expect(isBetween(from, to, localTime(timezone, now).minutes)).toBe(true)
          expect(now - heldSince).toBeLessThanOrEqual((days + 1) * DAY + UPDATE_SPREAD_MS)
        },
      ),
    )
  })
})

describe('a maintenance window when clocks change', () => {
  // Clocks in Berlin skip 02:00–03:00 on 28 March 2027, and show 02:00–03:00 twice on 31 October.
  it.each([
    ['is an hour shorter', '2027-03-28', '01:30 AM', '03:30 AM', '00:30', '01:30'],
    ['starts after the skipped hour', '2027-03-28', '02:30 AM', '03:30 AM', '01:00', '01:30'],
    ['ends with the skipped hour', '2027-03-28', '01:30 AM', '02:30 AM', '00:30', '01:00'],
    ['that is the skipped hour opens after it', '2027-03-28', '02:00 AM', '03:00 AM', '01:00', '02:00'],
    ['in the skipped hour opens after it', '2027-03-28', '02:15 AM', '02:45 AM', '01:00', '01:30'],
    ['over midnight is an hour shorter', '2027-03-27', '10:00 PM', '04:00 AM', '21:00', '26:00'],
    ['over midnight ends with the skipped hour', '2027-03-27', '11:00 PM', '02:30 AM', '22:00', '25:00'],
    ['is an hour longer', '2027-10-31', '01:30 AM', '03:30 AM', '-00:30', '02:30'],
    ['that is the repeated hour opens once', '2027-10-31', '02:00 AM', '03:00 AM', '01:00', '02:00'],
    [
      'that starts in the repeated hour has all its times',
      '2027-10-31',
      '02:50 AM',
      '04:00 AM',
      '01:50',
      '03:00',
    ],
    ['in the repeated hour opens once', '2027-10-31', '02:15 AM', '02:45 AM', '00:15', '00:45'],
    ['that ends in the repeated hour ends once', '2027-10-31', '01:00 AM', '02:30 AM', '-01:00', '00:30'],
    ['over midnight is an hour longer', '2027-10-30', '10:00 PM', '04:00 AM', '20:00', '27:00'],
  ])('%s: %s %s–%s', (_, date, from, to, opens, closes) => {
    const midnight = Date.parse(`${date}T00:00:00Z`)
    const utc = (text: string) => {
      const [, sign, hours, minutes] = /^(-?)(\d+):(\d+)$/.exec(text) ?? []
      return midnight + (sign ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE
    }
    const updates = { from, to, timezone: 'Europe/Berlin', days: 0 }
    const HOURS = 6 * 60 * MINUTE
    expect(openings(updates, { from: utc(opens) - HOURS, to: utc(closes) + HOURS })).toEqual([
      { opens: utc(opens), closes: utc(closes) },
    ])
    // The last screen still starts before the window closes.
    const [last] = openings(updates, { from: utc(opens), to: utc(closes), share: 1 })
    expect(last?.opens).toBeGreaterThanOrEqual(utc(opens) + 29 * MINUTE)
  })

  it('opens once on each day of 2027 in every zone, within its times or right after a skip of all of them', () => {
    const STEP = 10 * MINUTE
    // The days on which a zone's clocks change, and others. Cairo and Beirut skip midnight, Nuuk the hour before it.
    const zones = {
      'Africa/Cairo': ['2027-04-30', '2027-10-28'],
      'America/Havana': ['2027-03-14', '2027-11-07'],
      'America/New_York': ['2027-03-14', '2027-11-07'],
      'America/Nuuk': ['2027-03-27', '2027-10-30'],
      'America/Santiago': ['2027-04-03', '2027-09-05'],
      'Asia/Beirut': ['2027-03-28', '2027-10-30'],
      'Asia/Kathmandu': [],
      'Australia/Lord_Howe': ['2027-04-04', '2027-10-03'],
      'Etc/GMT-2': [],
      'Europe/Berlin': ['2027-03-28', '2027-10-31'],
      'Europe/Dublin': ['2027-03-28', '2027-10-31'],
    }
    const anyDay = fc
      .integer({ min: 0, max: 364 })
      .map((day) => new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10))
    const places = fc
      .constantFrom(...Object.entries(zones))
      .chain(([zone, days]) =>
        fc.tuple(fc.constant(zone), days.length > 0 ? fc.oneof(fc.constantFrom(...days), anyDay) : anyDay),
      )
    const start = fc.oneof(fc.integer({ min: 0, max: 143 }), fc.constantFrom(0, 6, 12, 15, 138, 141))
    // Longer ones end when the next one starts, if clocks skip the time between them.
    const length = fc.oneof(fc.integer({ min: 1, max: 130 }), fc.integer({ min: 1, max: 6 }))
    fc.assert(
      fc.property(
        places,
        start,
        length,
        fc.constantFrom(0, 0.4, 1),
        ([timezone, date], first, long, share) => {
          const [from, to] = [timeOf(first * 10), timeOf(((first + long) % 144) * 10)]
          const dayAfter = new Date(Date.parse(date) + DAY).toISOString().slice(0, 10)
          const [begins, ends] = [date, dayAfter].map((day) => instantOf(timezone, day, first * 10)) as [
            number,
            number,
          ]
          const updates = { from, to, timezone, days: 0 }
          // A share only moves the moment within the window.
          const moments = openings(updates, { from: begins - STEP, to: ends - STEP, step: STEP })
          const ofDay = moments.filter(({ opens }) => opens >= begins)
          expect(ofDay).toHaveLength(1)
          const { opens, closes } = ofDay[0] ?? { opens: 0, closes: 0 }
          const moment = updateAt(updates, { heldSince: 0, now: begins, share })
          expect(moment).toBeGreaterThanOrEqual(opens)
          expect(moment - opens).toBeLessThan(UPDATE_SPREAD_MS)
          const isSkipped = instantOf(timezone, date, (first + long) * 10) === begins
          if (isSkipped) expect(opens).toBe(begins)
          for (const at of [moment, ...everyStep(opens, closes, STEP)])
            expect(isBetween(from, to, localTime(timezone, at).minutes)).toBe(!isSkipped)
          if (!isSkipped) return
          const skipped = localTime(timezone, begins).minutes - localTime(timezone, begins - 1).minutes
          expect((skipped + 1440) % 1440).toBeGreaterThan(long * 10)
        },
      ),
      { numRuns: 120 },
    )
  }, 60_000)
})
