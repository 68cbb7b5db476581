import type { PrayerTimes } from '@vitrine/contract/api/widget-data'
import { defaultsOf } from '@vitrine/contract/fields/values'
import { DEFINITIONS, type SettingsOf } from '@vitrine/widgets/definitions'
import { hostWith } from '@vitrine/widgets/host'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { provideLazyParts } from '#lib/lazy-parts.ts'
import { Prayer } from './prayer.tsx'
import { prayerDays } from './prayer-times.ts'

provideLazyParts({ prayerDays })

const CAIRO: PrayerTimes = {
  place: 'Cairo',
  timezone: 'Africa/Cairo',
  latitude: 30.0444,
  longitude: 31.2357,
  // The server's last answer, for a day long ago.
  days: [],
}

/** The digits on the board, in the order of the prayers. */
function timesAt(now: string, settings: Partial<SettingsOf<'prayer'>> = {}, data: PrayerTimes = CAIRO) {
  const host = hostWith({
    now: () => Date.parse(now),
    prayer: () => ({ get: () => data, subscribe: () => () => {} }),
  })
  const all = { ...defaultsOf(DEFINITIONS.prayer.fields), ...settings } as SettingsOf<'prayer'>
  const html = renderToString(<Prayer id="w" settings={all} size={{ width: 320, height: 150 }} host={host} />)
  return html.match(/\d?\d:\d\d/g) ?? []
}

it('shows the times of any day, however long ago the server answered', () => {
  const now = timesAt('2026-11-20T10:00:00Z')
  expect(now).toHaveLength(6)
  // Years later the sun of a date is within two minutes of today's.
  expect(timesAt('2028-11-20T10:00:00Z')[2]).toBe(now[2])
  expect(timesAt('2027-06-20T10:00:00Z')).not.toEqual(now)
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

it('shows the days of an answer that does not say where the place is', () => {
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
