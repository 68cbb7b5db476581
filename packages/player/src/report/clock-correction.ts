import type { Clock } from '#lib/time/clock.ts'

/**
 * Calls back with the milliseconds by which the clock was corrected. Times noted before the first answer of the
 * server (`error` is null) must be shifted by them: the monotonic clock ran in between.
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
