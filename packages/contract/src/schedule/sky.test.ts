import { describe, expect, it } from 'vitest'
import { ScheduleInput } from '#api/screens/device-groups.ts'
import { scheduledDay } from './day.ts'
import { hijriDate, isInHijriDays } from './hijri.ts'
import { daysWithoutTime, meetingDay, overlapsIn } from './overlaps.ts'
import { SKY_EVENTS, skyOfDay } from './prayer-times.ts'
import { whatPlays } from './schedule.ts'
import { type SkyPlace, skyReader } from './sky.ts'
import type { SlotClocks, SlotTimes } from './slots.ts'
import { DAY, MINUTE } from './time-zone.ts'

const place = (latitude: number, longitude: number): SkyPlace => ({
  ...{ name: 'Here', latitude, longitude, method: 5 },
})
const CAIRO: SlotClocks = { timezone: 'Africa/Cairo', sky: place(30.06, 31.25) }
const TROMSO: SlotClocks = { timezone: 'Europe/Oslo', sky: place(69.65, 18.96) }
const slot = (fromSky: SlotTimes['fromSky'], toSky: SlotTimes['toSky'], more: Partial<SlotTimes> = {}) => ({
  ...{ from: '12:00 PM', to: '06:00 PM', storyboardId: 's', fromSky, toSky, ...more },
})
const day = { event: 'sunrise' } as const
const night = { event: 'sunset' } as const
const DAYTIME = slot(day, night)
const NIGHTTIME = slot(night, day, { overnight: true })
const runsOn = (date: string, one: SlotTimes, clocks: SlotClocks) =>
  scheduledDay({ ...clocks, slots: [one] }, date).runs.map(({ from, to }) => [from, to])

describe('times that follow the sun', () => {
  it('are those of the day, in any season, with minutes before or after', () => {
    const early = slot({ event: 'sunset', minutes: -30 }, { event: 'isha', minutes: 10 })
    // Tables of timeanddate.com: sunset 18:59 on June 21 in summer time, 16:56 on December 1.
    const [[june = 0] = []] = runsOn('2026-06-21', early, CAIRO)
    const [[december = 0] = []] = runsOn('2026-12-01', early, CAIRO)
    expect(Math.abs(june + 30 - (19 * 60 + 59))).toBeLessThanOrEqual(2)
    expect(Math.abs(december + 30 - (16 * 60 + 55))).toBeLessThanOrEqual(2)
  })

  it('leave no gap between slots of the same event, over a year and the changes of the clocks', () => {
    for (const clocks of [CAIRO, TROMSO, { ...TROMSO, sky: place(-89.5, 0) }]) {
      const both = { ...clocks, slots: [DAYTIME, NIGHTTIME] }
      expect(overlapsIn(both).size).toBe(0)
      for (let at = Date.parse('2026-01-02'); at < Date.parse('2027-01-02'); at += DAY) {
        const date = new Date(at).toISOString().slice(0, 10)
        const { stretches } = scheduledDay(both, date)
        expect(
          stretches.filter((each) => each.slot === null && each.to - each.from > 1),
          date,
        ).toEqual([])
      }
    }
  })

  it('make a day without sunset a day, and one without sunrise a night', () => {
    expect(runsOn('2026-06-21', DAYTIME, TROMSO).flat()).toEqual(expect.arrayContaining([0, 1440]))
    // Not for a minute either, although noon moves.
    for (let at = Date.parse('2026-06-01'); at < Date.parse('2026-07-15'); at += DAY)
      expect(runsOn(new Date(at).toISOString().slice(0, 10), NIGHTTIME, TROMSO)).toEqual([])
    expect(runsOn('2026-12-21', DAYTIME, TROMSO)).toEqual([])
    const nights = runsOn('2026-12-21', NIGHTTIME, TROMSO)
    expect(nights).toHaveLength(2)
    expect(nights[0]?.[1]).toBeCloseTo(nights[1]?.[0] ?? 0, -1)
  })

  it('are those of the clock where the schedule has no place', () => {
    expect(runsOn('2026-06-21', DAYTIME, { timezone: 'Africa/Cairo' })).toEqual([[720, 1080]])
  })

  it('are the same as the prayers of the widget, and in order', () => {
    const sky = skyReader(place(52.5, 13.4), 'Europe/Berlin')
    const at = Date.parse('2026-06-10') / DAY
    const instants = skyOfDay(
      { latitude: 52.5, longitude: 13.4, timezone: 'Europe/Berlin' },
      { method: 5 },
      at * DAY,
    )
    const times = SKY_EVENTS.map((event) => sky(at, { event }))
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(times).toEqual(SKY_EVENTS.map((event) => instants[event] + 2 * 60 * MINUTE - at * DAY))
  })

  it('can leave a slot no time on some days, which are named', () => {
    const morning = slot(undefined, day, { from: '06:00 AM' })
    const days = daysWithoutTime(morning, CAIRO).map((n) => new Date(n * DAY).toISOString().slice(0, 10))
    expect(days.length).toBeGreaterThan(60)
    expect(days).not.toContain('2026-01-10')
    expect(days).toContain('2026-04-15')
    const state = {
      current: {
        ...CAIRO,
        defaultStoryboardId: 'd',
        slots: [{ ...morning, storyboardId: 's' }],
        activeFrom: 0,
      },
    }
    const spring = whatPlays({ ...state, next: null, override: null }, Date.parse('2026-04-15T04:30Z'))
    // Summer time begins on April 24: the sun rises after six again.
    expect([spring.reason, spring.until]).toEqual(['default', Date.parse('2026-04-24T03:00Z')])
  })

  it('start on a weekday that has such a day in some years only', () => {
    const sky = { ...place(69.65, 31.2), isHanafi: true as const }
    const clocks = { timezone: 'America/Sao_Paulo', sky }
    const rare = { ...slot({ event: 'maghrib' }, { ...day, minutes: 30 }), storyboardId: 's', days: [0] }
    const current = { ...clocks, defaultStoryboardId: 'd', slots: [rare], activeFrom: 0 }
    const { reason, until } = whatPlays(
      { current, next: null, override: null },
      Date.parse('2019-02-17T02:00Z'),
    )
    expect(reason).toBe('default')
    expect(whatPlays({ current, next: null, override: null }, until ?? 0).reason).toBe('slot')
  })
})

describe('saved slots that follow the sun', () => {
  const problems = (schedule: object) =>
    ScheduleInput.safeParse({ timezone: 'Africa/Cairo', ...schedule }).error?.issues.map(
      ({ path, message }) => [path.join('.'), message],
    ) ?? []
  const id = '00000000-0000-4000-8000-000000000000'
  const saved = <T extends object>(one: T) => ({ ...one, storyboardId: id })

  it('are refused where they overlap on one day of the year, and only there', () => {
    const { sky } = CAIRO
    const evening = saved(slot({ event: 'maghrib' }, undefined, { to: '11:00 PM' }))
    // The latest sunset is a minute or two before eight in summer time.
    const until = (to: string) => saved({ from: '12:00 PM', to })
    expect(problems({ sky, slots: [until('04:45 PM'), evening] })).toEqual([])
    expect(problems({ sky, slots: [until('05:15 PM'), evening] })).toEqual([['slots.1.from', 'overlap']])
    expect(meetingDay(until('05:15 PM'), evening, CAIRO)).toBeDefined()
  })

  it('need a place, some time, and limits', () => {
    const { sky } = CAIRO
    expect(problems({ slots: [saved(DAYTIME)] })).toEqual([['sky', 'required']])
    expect(problems({ sky, slots: [saved(slot(night, day))] })).toEqual([['slots.0.to', 'never_plays']])
    expect(problems({ sky: { ...sky, method: 6 } })).toEqual([['sky.method', 'not_offered']])
    expect(problems({ sky: { ...sky, latitude: 91 } })).toEqual([['sky.latitude', 'max_value|90']])
    const many = (count: number) =>
      Array.from({ length: count }, (_, n) =>
        saved(slot({ event: 'asr', minutes: n }, { event: 'asr', minutes: n + 1 })),
      )
    expect(problems({ sky, slots: many(50) })).toEqual([])
    expect(problems({ sky, slots: many(51) })).toEqual([['slots', 'at_most_sky|50']])
    expect(problems({ sky, slots: [saved(slot({ event: 'asr', minutes: 361 }, night))] })).toContainEqual([
      'slots.0.fromSky.minutes',
      'max_value|360',
    ])
    expect(
      problems({
        slots: [saved({ from: '12:00 PM', to: '01:00 PM', hijri: { from: '09-31', to: '10-01' } })],
      }),
    ).toEqual([['slots.0.hijri.from', 'invalid']])
    expect(problems({ hijriShift: 3 })).toEqual([['hijriShift', 'max_value|2']])
  })
})

describe('Hijri dates', () => {
  it('are those of the Umm al-Qura calendar', () => {
    const format = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
      ...{ day: 'numeric', month: 'numeric', timeZone: 'UTC' },
    })
    for (let at = Date.parse('2018-09-11'); at < Date.parse('2077-11-01'); at += DAY) {
      const parts = format.formatToParts(at)
      const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
      const { month, day: ofMonth } = hijriDate(at / DAY)
      if (month !== of('month') || ofMonth !== of('day')) expect.fail(new Date(at).toISOString())
    }
  })

  it('outside the table are at most two days off', () => {
    for (const date of ['1990-06-01', '2010-01-01', '2095-03-01']) {
      const parts = new Intl.DateTimeFormat('en-u-ca-islamic-civil-nu-latn', {
        ...{ day: 'numeric', month: 'numeric', year: 'numeric', timeZone: 'UTC' },
      }).formatToParts(Date.parse(date))
      const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
      expect(hijriDate(Date.parse(date) / DAY)).toEqual({
        year: of('year'),
        month: of('month'),
        day: of('day'),
      })
    }
  })

  it('choose the days of a slot, across the end of a year and by the moon of a country', () => {
    const ramadan = { from: '09-01', to: '09-30' }
    const on = (date: string, days = ramadan, shift = 0) => isInHijriDays(days, Date.parse(date) / DAY, shift)
    expect([on('2026-02-17'), on('2026-02-18'), on('2026-03-19'), on('2026-03-20')]).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect([on('2026-02-18', ramadan, 1), on('2026-03-20', ramadan, 1)]).toEqual([false, true])
    const turn = { from: '12-20', to: '01-10' }
    expect([on('2026-06-16', turn), on('2026-05-01', turn)]).toEqual([true, false])
  })
})
