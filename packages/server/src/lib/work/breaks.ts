import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work between two turns of the event loop, in which screens and files are served. */
const TURN_MS = 10

/** For long work on an embedded database, which answers without a pause: `await takeBreak()` between steps lets others run. */
export function newBreaks(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < TURN_MS) return
    await setImmediate()
    since = performance.now()
  }
}
