import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work after which other calls run. */
const PIECE_MS = 4

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

/** As Array.forEach, with a pacer. */
export async function eachPaced<T>(items: Iterable<T>, visit: (item: T) => void): Promise<void> {
  const pace = pacer()
  for (const item of items) {
    visit(item)
    const others = pace()
    if (others) await others
  }
}

/** As Array.map, with a pacer. */
export async function mapPaced<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> {
  const mapped: R[] = []
  await eachPaced(items, (item) => {
    mapped.push(map(item))
  })
  return mapped
}
