import { type DailyHours, isDuring } from './daily-hours.ts'
import { isTimeZone } from './time-zone.ts'

/** Whether files of the group may download at an instant. */
export function mayDownload(
  configuration: { downloadHours?: DailyHours | null | undefined } | undefined,
  instant: number,
): boolean {
  const hours = configuration?.downloadHours
  if (!hours || !isTimeZone(hours.timezone)) return true
  return isDuring(hours, instant)
}
