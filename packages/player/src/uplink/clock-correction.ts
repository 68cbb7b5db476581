import type { Clock } from '#lib/time/clock.ts'

/**
 * Calls back with the correction of the clock in milliseconds. Times recorded before the first measurement (`error`
 * is null) must be shifted by it: the monotonic clock ran in between.
 */
export function onClockCorrection(
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
