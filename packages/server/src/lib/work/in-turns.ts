import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work after which other calls run. */
const TURN_MS = 4

/** The items of a long loop: `for await (const item of inTurns(all))` lets other calls run every few milliseconds. */
export async function* inTurns<T>(items: Iterable<T>): AsyncGenerator<T> {
  let since = performance.now()
  for (const item of items) {
    yield item
    if (performance.now() - since < TURN_MS) continue
    await setImmediate()
    since = performance.now()
  }
}
