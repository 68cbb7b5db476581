import type { ScreenConfiguration } from '#api/playback/manifest.ts'
import { isBetween } from './daily-hours.ts'
import { isTimeZone, localTime } from './time-zone.ts'

/** The volume of a screen at an instant, in percent. */
export function volumeAt(
  { volume, volumeTimes }: Pick<ScreenConfiguration, 'volume' | 'volumeTimes'>,
  instant: number,
): number {
  if (!volumeTimes || !isTimeZone(volumeTimes.timezone)) return volume
  const { minutes } = localTime(volumeTimes.timezone, instant)
  return volumeTimes.times.find(({ from, to }) => isBetween(from, to, minutes))?.volume ?? volume
}
