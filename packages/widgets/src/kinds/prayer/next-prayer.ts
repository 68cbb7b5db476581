import type { PrayerTimes } from '@vitrine/contract/api/data/widget-data'
import { PRAYERS, type Prayer } from '@vitrine/contract/schedule/prayers'
import { localTime } from '@vitrine/contract/schedule/time-zone'

export interface PrayerView {
  /** The day's times, of the day whose last prayer has not passed. */
  times: { prayer: Prayer; at: number; next: boolean }[]
  /** The next prayer; sunrise doesn't count. */
  next?: { prayer: Prayer; at: number }
  /** Whether it is Friday at that place. */
  friday: boolean
}

/** The prayer times to show at an instant; `undefined` if the data has no such day. */
export function prayerView(data: PrayerTimes, now: number): PrayerView | undefined {
  const today = localTime(data.timezone, now).date
  const index = data.days.findIndex((day) => day.date === today)
  const present = data.days[index]
  if (!present) return undefined
  // With short nights, or a clock far from solar time, a day's last prayer is after midnight.
  const near = [data.days[index - 1], present, data.days[index + 1]]
  const day = near.find((one) => one !== undefined && now < one.isha) ?? present
  const next = PRAYERS.filter((prayer) => prayer !== 'sunrise')
    .map((prayer) => ({ prayer, at: day[prayer] }))
    .find(({ at }) => at > now)
  return {
    times: PRAYERS.map((prayer) => ({ prayer, at: day[prayer], next: prayer === next?.prayer })),
    ...(next && { next }),
    friday: new Date(`${day.date}T12:00:00Z`).getUTCDay() === 5,
  }
}
