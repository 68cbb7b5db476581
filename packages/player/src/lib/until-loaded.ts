import { retryDelay } from './retry.ts'
import { sleep } from './time/alarm.ts'

/** A part of the app in a script of its own, asked for until it comes. */
export const untilLoaded = <T>(load: () => Promise<T>, attempt = 0): Promise<T> =>
  load().catch(() => sleep(1000 + retryDelay(attempt)).then(() => untilLoaded(load, attempt + 1)))
