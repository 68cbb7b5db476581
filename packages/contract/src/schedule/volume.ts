import { isBetween } from './daily-hours.ts'
import { isTimeZone, localTime } from './time-zone.ts'

interface Volumes {
  /** In percent. */
  volume: number
  /** Other volumes at daily times, `hh:mm AM/PM`; the first that holds counts. */
  volumeTimes?: { timezone: string; times: { from: string; to: string; volume: number }[] } | null | undefined
}

/** The volume of a screen at an instant, in percent. */
export function volumeAt({ volume, volumeTimes }: Volumes, instant: number): number {
  if (!volumeTimes || !isTimeZone(volumeTimes.timezone)) return volume
  const { minutes } = localTime(volumeTimes.timezone, instant)
  return volumeTimes.times.find(({ from, to }) => isBetween(from, to, minutes))?.volume ?? volume
}
