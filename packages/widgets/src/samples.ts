import type { Feed, PrayerTimes, Weather } from '@vitrine/contract/api/data/widget-data'
import { PRAYERS } from '@vitrine/contract/schedule/prayers'
import type { Source } from './host.ts'

/** Sample data, marked as such, for designs and previews without real data. */

const HOUR = 3_600_000
const DAY = 24 * HOUR

const fixed = <T>(value: T): Source<T> => ({ get: () => value, subscribe: () => () => {} })
const placeOf = (slug: string) =>
  slug.replace(
    /(^|[-_ ])(\p{L})/gu,
    (_all, gap: string, letter: string) => (gap ? ' ' : '') + letter.toUpperCase(),
  )
const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)

export function sampleWeather(location: string, now: number): Source<Weather> {
  const conditions = ['clear', 'partly-cloudy', 'rain', 'cloudy', 'clear'] as const
  return fixed({
    place: placeOf(location),
    temperature: 27,
    condition: 'partly-cloudy',
    isDay: true,
    humidity: 44,
    wind: 12,
    days: conditions.map((condition, day) => ({
      date: dateOf(now + day * DAY),
      high: 29 - day,
      low: 18 - day,
      condition,
    })),
    at: now,
    sample: true,
  })
}

export function samplePrayer(location: string, now: number): Source<PrayerTimes> {
  const hours = { fajr: 4.6, sunrise: 6.1, dhuhr: 12, asr: 15.25, maghrib: 18, isha: 19.4 }
  const midnight = Math.floor(now / DAY) * DAY
  const dayAt = (start: number) => {
    const at = (prayer: keyof typeof hours) => start + hours[prayer] * HOUR
    const [fajr, sunrise, dhuhr, asr, maghrib, isha] = PRAYERS.map(at)
    return { date: dateOf(start), fajr, sunrise, dhuhr, asr, maghrib, isha } as PrayerTimes['days'][number]
  }
  return fixed({
    place: placeOf(location),
    timezone: 'Etc/GMT',
    days: [-1, 0, 1].map((day) => dayAt(midnight + day * DAY)),
    sample: true,
  })
}

export function sampleFeed(now: number): Source<Feed> {
  const titles = [
    'Headlines of your feed will show here',
    'The second headline follows after a few seconds',
    'Long headlines get smaller letters rather than being cut off, so that everything can be read from afar',
  ]
  return fixed({
    title: 'Sample feed',
    items: titles.map((title, index) => ({ title, at: now - index * HOUR })),
    at: now,
    sample: true,
  })
}
