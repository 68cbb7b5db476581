import type { PrayerTimes } from '@vitrine/contract/widget-data'
import { expect, it } from 'vitest'
import { prayerView } from './next-prayer.ts'

const at = (date: string, time: string) => Date.parse(`${date}T${time}:00Z`)
const day = (date: string) => ({
  date,
  fajr: at(date, '03:10'),
  sunrise: at(date, '04:40'),
  dhuhr: at(date, '09:55'),
  asr: at(date, '13:20'),
  maghrib: at(date, '15:00'),
  isha: at(date, '16:20'),
})
/** Cairo in winter: two hours ahead of UTC. */
const DATA: PrayerTimes = {
  place: 'Cairo',
  timezone: 'Etc/GMT-2',
  days: ['2026-11-19', '2026-11-20', '2026-11-21'].map(day),
}

it.each([
  ['2026-11-19T22:30:00Z', 'fajr', '2026-11-20', true],
  ['2026-11-20T03:10:00Z', 'dhuhr', '2026-11-20', true],
  ['2026-11-20T13:19:59Z', 'asr', '2026-11-20', true],
  ['2026-11-20T16:20:00Z', 'fajr', '2026-11-21', false],
  ['2026-11-20T23:00:00Z', 'fajr', '2026-11-21', false],
])('at %s the next prayer is %s of %s', (now, prayer, date, friday) => {
  const view = prayerView(DATA, Date.parse(now))
  expect(view?.next).toEqual({ prayer, at: day(date)[prayer as 'fajr'] })
  expect(view?.times.map((time) => time.prayer)).toEqual([
    'fajr',
    'sunrise',
    'dhuhr',
    'asr',
    'maghrib',
    'isha',
  ])
  expect(view?.times.filter((time) => time.next).map((time) => time.prayer)).toEqual([prayer])
  expect(view?.friday).toBe(friday)
})

it('after the last day it knows, it shows that day without a next prayer, and then nothing', () => {
  expect(prayerView(DATA, at('2026-11-21', '17:00'))?.next).toBeUndefined()
  expect(prayerView(DATA, at('2026-11-23', '12:00'))).toBeUndefined()
})
