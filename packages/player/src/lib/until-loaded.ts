import { retryDelay } from './retry.ts'
import { sleep } from './time/alarm.ts'

/** Loads a chunk of the app, retrying until it succeeds. */
export const untilLoaded = <T>(load: () => Promise<T>, attempt = 0): Promise<T> =>
  load().catch(() => sleep(1000 + retryDelay(attempt)).then(() => untilLoaded(load, attempt + 1)))
