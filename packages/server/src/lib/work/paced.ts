import { setImmediate } from 'node:timers'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds of work in a turn of the event loop after which others run: calls, screens, and files. */
const TURN_MS = 5

/** When work in this turn of the event loop started. */
let since: number | undefined

/**
 * Lets others run if this turn of the event loop has worked for long. The embedded database calls it before each statement,
 * because it answers without a pause; so code that awaits queries never needs to.
 */
export function othersFirst(): Promise<void> | undefined {
  if (since === undefined) startTurn()
  else if (performance.now() - since >= TURN_MS) return nextTurn().then(startTurn)
  return undefined
}

function startTurn(): void {
  since = performance.now()
  setImmediate(() => {
    since = undefined
  })
}

/** The items of a long loop without queries: `for await (const item of paced(all))` lets others run in between. */
export async function* paced<T>(items: Iterable<T>): AsyncGenerator<T> {
  for (const item of items) {
    yield item
    const others = othersFirst()
    if (others) await others
  }
}
