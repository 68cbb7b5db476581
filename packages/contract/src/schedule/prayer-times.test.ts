import { describe, expect, it } from 'vitest'
import { PRAYER_METHODS, type PrayerCalculation, prayerDays } from './prayer-times.ts'
import { PRAYERS } from './prayers.ts'

const MAKKAH = { name: 'Makkah', latitude: 21.427009, longitude: 39.828685, timezone: 'Asia/Riyadh' }
const DOHA = { name: 'Doha', latitude: 25.283897, longitude: 51.52877, timezone: 'Asia/Qatar' }
const ANKARA = { name: 'Ankara', latitude: 39.939382, longitude: 32.819713, timezone: 'Europe/Istanbul' }
const SINGAPORE = { name: 'Singapore', latitude: 1.370845, longitude: 103.801456, timezone: 'Asia/Singapore' }
const KUWAIT = { name: 'Kuwait City', latitude: 29.370865, longitude: 47.979139, timezone: 'Asia/Kuwait' }
const TEHRAN = { name: 'Tehran', latitude: 35.715298, longitude: 51.404343, timezone: 'Asia/Tehran' }
const CAIRO = { name: 'Cairo', latitude: 30.0444, longitude: 31.2357, timezone: 'Africa/Cairo' }
const MINUTE = 60_000
const MONTH = { before: 1, after: 31 }

/** Local times of a day as `hh:mm`, in the order of PRAYERS. */
function timesOf(place: typeof MAKKAH, method: number, date: string) {
  const noon = Date.parse(`${date}T09:00:00Z`)
  const day = prayerDays(place, { method }, noon, MONTH).find((each) => each.date === date)
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: place.timezone,
    hour: '2-digit',
    minute: '2-digit',
  })
  return PRAYERS.map((prayer) => format.format(day?.[prayer]))
}
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * The sun's altitude in degrees, by the low-precision formulas of the Astronomical Almanac (good to 0.01° until
 * 2050), which share nothing with the tested library.
 */
function sunAltitude({ latitude, longitude }: typeof MAKKAH, instant: number): number {
  const rad = Math.PI / 180
  const n = instant / 86_400_000 + 2_440_587.5 - 2_451_545
  const anomaly = (357.528 + 0.985_600_3 * n) * rad
  const lambda = (280.46 + 0.985_647_4 * n + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * rad
  const tilt = (23.439 - 0.000_000_4 * n) * rad
  const declination = Math.asin(Math.sin(tilt) * Math.sin(lambda))
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(lambda), Math.cos(lambda))
  const sidereal = (280.460_618_37 + 360.985_647_366_29 * n + longitude) * rad
  const hour = sidereal - ascension
  const sine =
    Math.sin(latitude * rad) * Math.sin(declination) +
    Math.cos(latitude * rad) * Math.cos(declination) * Math.cos(hour)
  return Math.asin(sine) / rad
}

describe('prayer times', () => {
  // Tables published by ummulqura.org.sa, islam.gov.qa, Diyanet (through yenisafak.com), muis.gov.sg, Kuwait's ministry
  // (through its app) and praytimes.org.
  it.each([
    [MAKKAH, 4, '2016-01-05', '05:39 06:59 12:26 15:32 17:53 19:23', 1],
    [MAKKAH, 4, '2016-07-08', '04:18 05:44 12:26 15:43 19:07 20:37', 1],
    [MAKKAH, 4, '2016-12-04', '05:24 06:44 12:12 15:17 17:38 19:08', 1],
    [DOHA, 10, '2016-01-01', '04:58 06:19 11:37 14:35 16:56 18:26', 2],
    [DOHA, 10, '2016-08-01', '03:36 05:01 11:40 15:07 18:21 19:51', 2],
    [ANKARA, 13, '2019-01-01', '06:33 08:03 12:57 15:20 17:40 19:05', 2],
    [ANKARA, 13, '2019-06-01', '03:24 05:15 12:51 16:48 20:17 22:00', 2],
    [ANKARA, 13, '2019-11-01', '05:45 07:10 12:37 15:28 17:55 19:14', 2],
    [SINGAPORE, 11, '2020-01-01', '05:44 07:07 13:10 16:34 19:10 20:25', 2],
    [SINGAPORE, 11, '2020-03-01', '05:57 07:15 13:18 16:30 19:20 20:29', 2],
    [KUWAIT, 9, '2016-01-01', '05:18 06:42 11:51 14:42 17:01 18:23', 2],
    [KUWAIT, 9, '2016-06-01', '03:15 04:49 11:46 15:20 18:43 20:13', 2],
    [KUWAIT, 9, '2016-10-01', '04:22 05:41 11:38 15:02 17:34 18:51', 2],
    [TEHRAN, 7, '2018-01-01', '05:44 07:14 12:08 14:44 17:22 18:12', 1],
    [TEHRAN, 7, '2018-06-01', '04:06 05:50 13:02 16:51 20:36 21:34', 1],
    [TEHRAN, 7, '2018-11-01', '05:01 06:26 11:48 14:46 17:28 18:16', 1],
  ])(
    '$0.name by method %i on %s agrees with the published table',
    (place, method, date, published, within) => {
      const computed = timesOf(place, method, date)
      published.split(' ').forEach((time, index) => {
        const off = Math.abs(minutes(time) - minutes(computed[index] ?? ''))
        expect(off, `${PRAYERS[index]} ${computed[index]} for ${time}`).toBeLessThanOrEqual(within)
      })
    },
  )

  // Degrees below the horizon that the authorities publish for fajr and isha; a string is minutes after maghrib.
  it.each([
    [0, 16, 14],
    [1, 18, 18],
    [2, 15, 15],
    [3, 18, 17],
    [5, 19.5, 17.5],
    [8, 19.5, '90'],
    [12, 12, 12],
    [14, 16, 15],
  ] as const)('method %i starts and ends the night at the published angles', (method, fajr, isha) => {
    for (const date of ['2026-01-10', '2026-03-21', '2026-06-21', '2026-09-23']) {
      const days = prayerDays(CAIRO, { method }, Date.parse(`${date}T09:00:00Z`), MONTH)
      const day = days.find((each) => each.date === date)
      if (!day) throw new Error('The day is missing')
      expect(sunAltitude(CAIRO, day.fajr)).toBeCloseTo(-fajr, 0)
      if (typeof isha === 'number') expect(sunAltitude(CAIRO, day.isha)).toBeCloseTo(-isha, 0)
      else expect(Math.round((day.isha - day.maghrib) / MINUTE)).toBe(Number(isha))
      // The sun's upper edge at the horizon, refraction included.
      expect(sunAltitude(CAIRO, day.sunrise)).toBeCloseTo(-0.83, 0)
    }
  })

  it('moves isha of Umm al-Qura half an hour later in Ramadan', () => {
    // 1447: 18 February to 19 March 2026.
    const gap = (date: string) => {
      const [, , , , maghrib = '', isha = ''] = timesOf(MAKKAH, 4, date)
      return minutes(isha) - minutes(maghrib)
    }
    expect([gap('2026-02-17'), gap('2026-02-18'), gap('2026-03-19'), gap('2026-03-20')]).toEqual([
      90, 120, 120, 90,
    ])
  })

  it.each(PRAYER_METHODS)('method %i: in order, a day apart, everywhere and all year', (method) => {
    for (const [latitude, longitude, timezone] of [
      [30.06, 31.25, 'Africa/Cairo'],
      [51.5, -0.13, 'Europe/London'],
      [59.91, 10.75, 'Europe/Oslo'],
      [-33.87, 151.21, 'Australia/Sydney'],
      [1.35, 103.8, 'Asia/Singapore'],
      [-13.83, -171.77, 'Pacific/Apia'],
      [69.65, 18.96, 'Europe/Oslo'],
      [-77.85, 166.67, 'Antarctica/McMurdo'],
    ] as const)
      for (const date of ['2026-01-15', '2026-03-29', '2026-06-21', '2026-10-25', '2026-11-20']) {
        const now = Date.parse(`${date}T12:00:00Z`)
        const days = prayerDays({ latitude, longitude, timezone }, { method }, now, MONTH)
        expect(days).toHaveLength(33)
        const dayNow = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(now)
        expect(days[1]?.date).toBe(dayNow)
        for (const day of days) {
          const times = PRAYERS.map((prayer) => day[prayer])
          expect(times.every(Number.isFinite), `${timezone} ${day.date}`).toBe(true)
          for (let index = 1; index < times.length; index++)
            expect(times[index], `${timezone} ${day.date}`).toBeGreaterThan(times[index - 1] ?? 0)
          const noon = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(day.dhuhr)
          expect(noon).toBe(day.date)
          for (const time of times) expect(time % MINUTE).toBe(0)
        }
      }
  })

  const dayOf = (date: string, calculation: PrayerCalculation) => {
    const [day] = prayerDays(CAIRO, calculation, Date.parse(`${date}T09:00:00Z`), { before: 0, after: 0 })
    if (!day) throw new Error('The day is missing')
    return day
  }
  /** Length of a shadow as a multiple of its object's height. */
  const shadow = (instant: number) => 1 / Math.tan((sunAltitude(CAIRO, instant) * Math.PI) / 180)

  it('asr starts when the noon shadow has grown by the height of its object, by the Hanafi school by twice that', () => {
    for (const date of ['2026-01-10', '2026-06-21', '2031-09-23']) {
      const { asr, dhuhr } = dayOf(date, { method: 3 })
      const hanafi = dayOf(date, { method: 3, isHanafi: true })
      expect(shadow(asr) - shadow(dhuhr)).toBeCloseTo(1, 1)
      expect(shadow(hanafi.asr) - shadow(dhuhr)).toBeCloseTo(2, 1)
      expect({ ...hanafi, asr }).toEqual(dayOf(date, { method: 3 }))
    }
  })

  it('minutes are added to their own prayer', () => {
    const plain = dayOf('2026-11-20', { method: 5 })
    const moved = dayOf('2026-11-20', { method: 5, minutes: { fajr: 10, isha: -3 } })
    expect(moved).toEqual({ ...plain, fajr: plain.fajr + 10 * MINUTE, isha: plain.isha - 3 * MINUTE })
  })
})
