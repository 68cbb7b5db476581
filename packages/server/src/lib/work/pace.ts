import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work after which other calls run. */
const PIECE_MS = 8

/** For long loops: waits until other calls have run, each time the loop has worked for some milliseconds. */
function pacer(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < PIECE_MS) return undefined
    return setImmediate().then(() => {
      since = performance.now()
    })
  }
}

/** As Array.map, with a pacer. */
export async function mapPaced<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const pace = pacer()
  const mapped: R[] = []
  for (const item of items) {
    mapped.push(map(item))
    const others = pace()
    if (others) await others
  }
  return mapped
}
