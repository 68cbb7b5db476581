import type { ScreenConfiguration } from '#api/playback/manifest.ts'
import { isDuring } from './daily-hours.ts'
import { isTimeZone } from './time-zone.ts'

/** Whether files of the group may download at an instant. */
export function mayDownload(
  configuration: Pick<ScreenConfiguration, 'downloadHours'> | undefined,
  instant: number,
): boolean {
  const hours = configuration?.downloadHours
  if (!hours || !isTimeZone(hours.timezone)) return true
  return isDuring(hours, instant)
}
