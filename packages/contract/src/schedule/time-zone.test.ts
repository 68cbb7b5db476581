import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { at, instantIn, MINUTE, shownAt, zones } from '#test/random-schedules.ts'
import { DAY, GMT_ZONES, instantOf, localTime, zoneOffset, zoneToOffer } from './time-zone.ts'

const HOUR = 60 * MINUTE

describe('time zones', () => {
  it.each([
    ['Asia/Dubai', 'Etc/GMT-4'],
    ['UTC', 'Etc/GMT'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    ['Africa/Cairo', 'Africa/Cairo'],
    ['Europe/Berlin', 'Europe/Berlin'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Pacific/Kiritimati', 'Pacific/Kiritimati'],
    ['nowhere', 'Etc/GMT-2'],
  ])('of a browser in %s the offered one is %s', (zone, offered) => {
    for (const instant of ['2026-01-15T00:00:00Z', '2026-07-15T00:00:00Z'])
      expect(zoneToOffer(zone, Date.parse(instant))).toBe(offered)
  })

  it('have the offset that clocks show, on every second around a change, and in any order', () => {
    const shown = (zone: string, instant: number) => {
      const parts = new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'medium',
      })
      return Date.parse(`${parts.format(instant).replace(' ', 'T')}Z`) - Math.floor(instant / 1000) * 1000
    }
    // Lord Howe turns its clocks by half an hour; Liberia left its 44 minutes and 30 seconds in 1972, within an hour.
    const changes = [
      ['Europe/Berlin', '2026-03-29T01:00:00Z'],
      ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
      ['Africa/Monrovia', '1972-01-07T00:44:30Z'],
      ['Africa/Casablanca', '2026-02-15T02:00:00Z'],
      ['Pacific/Apia', '2011-12-30T10:00:00Z'],
    ] as const
    const cases = changes.flatMap(([zone, at]) =>
      [-DAY, -HOUR, -1001, -1000, -1, 0, 1, 999, HOUR, DAY].map(
        (apart) => [zone, Date.parse(at) + apart] as const,
      ),
    )
    const some = fc.tuple(
      fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
      fc.integer({ min: Date.parse('1970-01-02'), max: Date.parse('2040-01-01') }),
    )
    for (const [zone, instant] of [...cases.toReversed(), ...cases, ...fc.sample(some, 3000)])
      expect([zone, instant, zoneOffset(zone, instant)]).toEqual([zone, instant, shown(zone, instant)])
  })

  it('offers GMT-12 to GMT+12, with the sign of Etc/GMT names inverted', () => {
    expect(GMT_ZONES).toHaveLength(25)
    for (const { label, value } of GMT_ZONES) {
      const ahead = Number(label.slice(3)) * HOUR
      const instant = at('2026-07-01T12:00:00Z')
      expect(shownAt(value, instant)).toBe(instant + ahead)
      const { date, minutes, weekday } = localTime(value, instant)
      expect(at(`${date}T00:00:00Z`) + minutes * MINUTE).toBe(instant + ahead)
      expect(weekday).toBe(new Date(instant + ahead).getUTCDay())
    }
  })

  it.each(zones)('shows local times of %s as clocks there do, before 1970 too', (zone) => {
    fc.assert(
      fc.property(fc.integer({ min: -5e12, max: 5e12 }), (instant) => {
        const minute = instant - (instant % MINUTE)
        const shown = shownAt(zone, minute)
        const { date, minutes } = localTime(zone, minute)
        expect(at(`${date}T00:00:00Z`) + minutes * MINUTE).toBe(Math.floor(shown / MINUTE) * MINUTE)
      }),
    )
  })

  it.each(zones)('finds the instant of a reading in %s, and never a later one earlier', (zone) => {
    fc.assert(
      fc.property(instantIn(zone), fc.integer({ min: 1, max: 3000 }), (instant, later) => {
        const { date, minutes } = localTime(zone, instant)
        const found = instantOf(zone, date, minutes)
        expect(localTime(zone, found)).toMatchObject({ date, minutes })
        expect(found).toBeLessThanOrEqual(instant)
        expect(instantOf(zone, date, minutes + later)).toBeGreaterThanOrEqual(found)
      }),
    )
  })
})
