import { expect, it } from 'vitest'
import { volumeAt } from './volume.ts'

it('volume by the time of day: the first time that holds, also over midnight, else the usual one', () => {
  const volumeTimes = {
    timezone: 'Etc/GMT-2',
    times: [
      { from: '08:00 PM', to: '07:00 AM', volume: 20 },
      { from: '06:00 AM', to: '09:00 AM', volume: 60 },
    ],
  }
  const at = (time: string) => volumeAt({ volume: 90, volumeTimes }, Date.parse(`2026-11-26T${time}:00Z`))
  // Two hours behind the zone's clocks.
  expect(['17:59', '18:00', '23:30', '04:59', '05:00', '06:59', '07:00'].map(at)).toEqual([
    90, 20, 20, 20, 60, 60, 90,
  ])
  expect(volumeAt({ volume: 90, volumeTimes: null }, 0)).toBe(90)
  expect(volumeAt({ volume: 90 }, 0)).toBe(90)
  const nowhere = { ...volumeTimes, timezone: 'Mars/Olympus' }
  expect(volumeAt({ volume: 90, volumeTimes: nowhere }, Date.parse('2026-11-26T20:00:00Z'))).toBe(90)
})
