import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBetween } from './schedule.ts'
import { DAY, localTime, MINUTE } from './time-zone.ts'
import { UPDATE_SPREAD_MS, updateAt } from './updates.ts'

const night = { from: '02:00 AM', to: '04:00 AM', timezone: 'Etc/GMT', days: 0 }
const at = (text: string) => Date.parse(`2026-11-26T${text}Z`)

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
    const time = fc.integer({ min: 0, max: 1439 }).map((minutes) => {
      const hour = Math.floor(minutes / 60)
      const two = (n: number) => String(n).padStart(2, '0')
      return `${two(hour % 12 || 12)}:${two(minutes % 60)} ${hour < 12 ? 'AM' : 'PM'}`
    })
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
