import type { Clock } from '#lib/time/clock.ts'

/**
 * Calls back with the milliseconds by which the clock was set right. What was noted before the server was asked, while
 * its `error` was null, is moved by them: between then and now the monotonic clock went on.
 */
export function onSetRight(
  clock: Pick<Clock, 'now' | 'monotonic' | 'onStep'>,
  listener: (by: number) => void,
): () => void {
  const offset = () => clock.now() - clock.monotonic()
  let before = offset()
  return clock.onStep(() => {
    const by = Math.round(offset() - before)
    before = offset()
    listener(by)
  })
}
