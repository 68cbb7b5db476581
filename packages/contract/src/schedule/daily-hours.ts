import { minutesOfTime } from '#rules.ts'
import { DAY, instantOfReading, isTimeZone, localTime, MINUTE, zoneOffset } from './time-zone.ts'

/** Times of every day in a zone, over midnight if they end before they begin. */
export interface DailyHours {
  from: string
  to: string
  timezone: string
}

/** When a screen is lit: daily from `on` to `off`, `hh:mm AM/PM`. */
interface ScreenHours {
  on: string
  off: string
  timezone: string
}

/** Whether a minute of the day is in daily times, the end exclusive. */
export function isBetween(from: string, to: string, minutes: number): boolean {
  const [start, end] = [minutesOfTime(from), minutesOfTime(to)]
  return start < end ? start <= minutes && minutes < end : minutes >= start || minutes < end
}

/**
 * Whether an instant is within daily times. On a day on which clocks skip all of them, they begin after the skip and last as
 * long as on other days. The zone must be known.
 */
export function isDuring(hours: DailyHours, instant: number): boolean {
  const { from, to, timezone } = hours
  return isBetween(from, to, localTime(timezone, instant).minutes) || afterSkip(hours, instant) !== undefined
}

/** Start of the window that replaces skipped times, if the instant is in it. */
function afterSkip(hours: DailyHours, instant: number): number | undefined {
  const { timezone } = hours
  const offset = zoneOffset(timezone, instant)
  const skipped = offset - zoneOffset(timezone, instant - DAY)
  if (skipped <= 0) return undefined
  const today = Math.floor((instant + offset) / DAY) * DAY
  for (const midnight of [today - DAY, today]) {
    const { start, end, isSkipped } = windowOf(hours, midnight)
    if (isSkipped && start <= instant && instant < end) return start
  }
  return undefined
}

/**
 * The window that starts on the day whose midnight is the clock reading `midnight`. If clocks are set back within it, it
 * opens only once; if they skip all of it, it opens after the skip and lasts as long as on other days.
 */
export function windowOf(
  { from, to, timezone }: DailyHours,
  midnight: number,
): { start: number; end: number; isSkipped: boolean } {
  const opens = minutesOfTime(from)
  // Equal times are the whole day.
  const length = ((minutesOfTime(to) - opens + 1440) % 1440 || 1440) * MINUTE
  const reading = midnight + opens * MINUTE
  const start = instantOfReading(timezone, reading)
  const end = instantOfReading(timezone, reading + length)
  if (end <= start) return { start, end: start + length, isSkipped: true }
  // Between a repeated start and the end, clocks show earlier times: the window starts the second time.
  const again = end - length
  const isAgain = again + zoneOffset(timezone, again) === reading
  return { start: isAgain ? again : start, end, isSkipped: false }
}

const dailyOf = ({ on, off, timezone }: ScreenHours): DailyHours => ({
  from: on,
  to: off,
  timezone,
})

/** Whether a screen with these daily hours is lit at an instant; hours may cross midnight, null means always. */
export function isWithinHours(hours: ScreenHours | null, instant: number): boolean {
  if (!hours || !isTimeZone(hours.timezone)) return true
  return isDuring(dailyOf(hours), instant)
}

/** When a lit screen with these daily hours was last switched on; 0 if it is always on. */
export function hoursBegan(hours: ScreenHours | null, instant: number): number {
  if (!hours || !isTimeZone(hours.timezone)) return 0
  const skipped = afterSkip(dailyOf(hours), instant)
  if (skipped !== undefined) return skipped
  const since = (localTime(hours.timezone, instant).minutes - minutesOfTime(hours.on)) * MINUTE
  return instant - (instant % MINUTE) - (since < 0 ? since + DAY : since)
}
