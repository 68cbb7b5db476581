import type { PrayerTimes } from '@vitrine/contract/api/data/widget-data'
import { defaultsOf } from '@vitrine/contract/fields/values'
import { PRAYER_METHODS, prayerDays } from '@vitrine/contract/schedule/prayer-times'
import { DEFINITIONS, type SettingsOf } from '@vitrine/widgets/definitions'
import { hostWith } from '@vitrine/widgets/host'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { provideLazyParts } from '#lib/lazy-parts.ts'
import { NO_CITY } from './definition.ts'
import { Prayer } from './prayer.tsx'

provideLazyParts({ prayerDays })

it('offers the methods that can be computed', () => {
  const offered = DEFINITIONS.prayer.fields.prayerCalcMethod.options.map(({ value }) => Number(value))
  expect([...PRAYER_METHODS].sort((a, b) => a - b)).toEqual(offered.sort((a, b) => a - b))
})

const CAIRO: PrayerTimes = {
  place: 'Cairo',
  timezone: 'Africa/Cairo',
  latitude: 30.0444,
  longitude: 31.2357,
  // The server's last answer, for a day long ago.
  days: [],
}

/** The times on the board, in the order of the prayers. */
function timesAt(now: string, settings: Partial<SettingsOf<'prayer'>> = {}, data: PrayerTimes = CAIRO) {
  const host = hostWith({
    now: () => Date.parse(now),
    prayer: () => ({ get: () => data, subscribe: () => () => {} }),
  })
  const all = { ...defaultsOf(DEFINITIONS.prayer.fields), ...settings } as SettingsOf<'prayer'>
  const html = renderToString(<Prayer id="w" settings={all} size={{ width: 320, height: 150 }} host={host} />)
  return html.match(/\d?\d:\d\d/g) ?? []
}

it('shows the times of any day, however old the server’s answer is', () => {
  const now = timesAt('2026-11-20T10:00:00Z')
  expect(now).toHaveLength(6)
  // Years later, a date's solar times are within two minutes of today's.
  expect(timesAt('2028-11-20T10:00:00Z')[2]).toBe(now[2])
  expect(timesAt('2027-06-20T10:00:00Z')).not.toEqual(now)
})

it('keeps going for sixty days without the server, through the end of summer time', () => {
  const minutes = (time = '') => {
    const [hour = 0, minute = 0] = time.split(':').map(Number)
    return (hour % 12) * 60 + minute
  }
  // Half a day after midnight in Cairo, whose clocks are set back on 30 October.
  const noons = Array.from({ length: 60 }, (_, day) => Date.parse('2026-10-01T10:00:00Z') + day * 86_400_000)
  const dhuhrs = noons.map((noon) => minutes(timesAt(new Date(noon).toISOString())[2]))
  const steps = dhuhrs.slice(1).map((dhuhr, index) => ((dhuhr - (dhuhrs[index] ?? 0) + 1080) % 720) - 360)
  expect(steps.filter((step) => Math.abs(step) > 1)).toEqual([expect.closeTo(-60, -0.3)])
  expect(steps.findIndex((step) => Math.abs(step) > 1)).toBe(28)
})

it.each(['design', 'preview', 'play'] as const)('asks for a city where none is chosen: %s', (mode) => {
  const prayer = () => {
    throw new Error('There are no times of no city')
  }
  const settings = {
    ...defaultsOf(DEFINITIONS.prayer.fields),
    prayerLocation: NO_CITY,
  } as SettingsOf<'prayer'>
  const host = hostWith({ mode, prayer })
  const html = renderToString(
    <Prayer id="w" settings={settings} size={{ width: 320, height: 150 }} host={host} />,
  )
  expect(html).toContain('Choose a city')
})

it('follows the Hanafi school and the offsets of its settings', () => {
  const at = '2026-11-20T10:00:00Z'
  const [fajr, sunrise, dhuhr, asr, maghrib, isha] = timesAt(at)
  const moved = timesAt(at, { prayerAsr: 'hanafi', prayerIshaMinutes: 60 })
  expect(moved.slice(0, 3)).toEqual([fajr, sunrise, dhuhr])
  expect(moved[3]).not.toBe(asr)
  expect(moved[4]).toBe(maghrib)
  const hour = (time = '') => Number(time.split(':')[0])
  expect([hour(moved[5]) - hour(isha), moved[5]?.slice(-3)]).toEqual([1, isha?.slice(-3)])
})

it('shows the days of an answer without coordinates', () => {
  const day = Object.fromEntries(
    ['fajr', 'sunrise', 'dhuhr', 'asr', 'maghrib', 'isha'].map((prayer, index) => [
      prayer,
      Date.parse('2026-11-20T04:11:00Z') + index * 3_600_000,
    ]),
  )
  const { latitude: _, longitude: __, ...nowhere } = CAIRO
  const days = [{ date: '2026-11-20', ...day }] as PrayerTimes['days']
  const times = timesAt('2026-11-20T10:00:00Z', {}, { ...nowhere, days })
  expect(times).toHaveLength(6)
  for (const time of times) expect(time).toMatch(/:11$/)
})
