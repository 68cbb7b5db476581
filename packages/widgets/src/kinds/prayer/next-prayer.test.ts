import type { PrayerTimes } from '@vitrine/contract/api/data/widget-data'
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
/** Cairo in winter, two hours ahead of UTC. */
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

it('shows a day until its last prayer, which may be after midnight', () => {
  // Kashgar in June, on Beijing time, nearly three hours ahead of the sun.
  const late = (date: string) => ({
    ...day(date),
    fajr: at(date, '20:40') - 86_400_000,
    isha: at(date, '16:35'),
  })
  const kashgar = {
    ...DATA,
    timezone: 'Asia/Shanghai',
    days: ['2026-06-20', '2026-06-21', '2026-06-22'].map(late),
  }
  const tenPastMidnight = prayerView(kashgar, at('2026-06-20', '16:10'))
  expect(tenPastMidnight?.next).toEqual({ prayer: 'isha', at: at('2026-06-20', '16:35') })
  expect(tenPastMidnight?.times[0]?.at).toBe(late('2026-06-20').fajr)
  const afterIt = prayerView(kashgar, at('2026-06-20', '16:35'))
  expect(afterIt?.next).toEqual({ prayer: 'fajr', at: late('2026-06-21').fajr })
})

it('after the last known day, it shows that day without a next prayer, and then nothing', () => {
  expect(prayerView(DATA, at('2026-11-21', '17:00'))?.next).toBeUndefined()
  expect(prayerView(DATA, at('2026-11-23', '12:00'))).toBeUndefined()
})
