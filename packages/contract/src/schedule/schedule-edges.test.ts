import { describe, expect, it } from 'vitest'
import type { Slot } from '#api/playback/manifest.ts'
import { isWithinHours } from './daily-hours.ts'
import { whatPlays } from './schedule.ts'

const HOUR = 3_600_000
const at = (text: string) => Date.parse(text)

describe('TIME-04 edges of days, months and years', () => {
  const play = (slot: Partial<Slot>, instant: string) =>
    whatPlays(
      {
        current: {
          timezone: 'Etc/GMT',
          defaultStoryboardId: 'd',
          slots: [{ from: '12:00 AM', to: '12:00 AM', storyboardId: 's', ...slot }],
          activeFrom: 0,
        },
        next: null,
        override: null,
      },
      at(instant),
    )

  it.each<[string, Partial<Slot>, string, string, string]>([
    [
      '29 February',
      { startDate: '2028-02-29', endDate: '2028-02-29' },
      '2028-02-29T12:00Z',
      '2028-02-29',
      '2028-03-01',
    ],
    [
      'the 31st',
      { startDate: '2026-01-31', endDate: '2026-01-31' },
      '2026-01-31T12:00Z',
      '2026-01-31',
      '2026-02-01',
    ],
    [
      'the turn of a year',
      { startDate: '2026-12-31', endDate: '2026-12-31' },
      '2026-12-31T23:59Z',
      '2026-12-31',
      '2027-01-01',
    ],
    [
      'the last day of week 53',
      { days: [0], startDate: '2027-01-03' },
      '2027-01-03T12:00Z',
      '2027-01-03',
      '2027-01-04',
    ],
  ])('a slot on %s lasts from midnight to midnight', (_day, slot, during, from, to) => {
    expect(play(slot, during)).toMatchObject({
      reason: 'slot',
      since: at(`${from}T00:00:00Z`),
      until: at(`${to}T00:00:00Z`),
    })
    expect(play(slot, `${from}T00:00:00Z`).reason).toBe('slot')
    expect(play(slot, `${to}T00:00:00Z`).reason).toBe('default')
  })

  it('a slot that ends before it begins, or when it does, never holds', () => {
    for (const to of ['08:00 AM', '09:00 AM'])
      for (let hour = 0; hour < 24; hour++)
        expect(
          play({ from: '09:00 AM', to }, new Date(at('2026-05-05') + hour * HOUR).toISOString()).reason,
        ).toBe('default')
  })
})

describe('the hours of a screen', () => {
  const at = (time: string) => Date.parse(`2026-11-21T${time}:00+02:00`)
  const lit = (on: string, off: string) => (time: string) =>
    isWithinHours({ on, off, timezone: 'Etc/GMT-2' }, at(time))

  it('begin inclusive and end exclusive, by day and over midnight; none is always', () => {
    const day = ['06:59', '07:00', '12:00', '21:59', '22:00', '00:30']
    expect(day.map(lit('07:00 AM', '10:00 PM'))).toEqual([false, true, true, true, false, false])
    expect(day.map(lit('10:00 PM', '07:00 AM'))).toEqual([true, false, false, false, true, true])
    expect(isWithinHours(null, 0)).toBe(true)
  })
})
