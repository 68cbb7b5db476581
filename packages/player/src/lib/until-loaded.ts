import { retryDelay } from './retry.ts'
import { sleep } from './time/alarm.ts'

/** Loads a chunk of the app, retrying until it succeeds. */
export const untilLoaded = <T>(load: () => Promise<T>, attempt = 0): Promise<T> =>
  load().catch(() => sleep(1000 + retryDelay(attempt)).then(() => untilLoaded(load, attempt + 1)))

/** Loads a chunk of the app on the first call. */
export function onceLoaded<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= untilLoaded(load)
    return loaded
  }
}
