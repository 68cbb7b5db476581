import { useEffect, useState } from 'react'
import type { Clock } from '#lib/clock.ts'

const EVERY_MS = 180_000
/** CSS pixels; small enough that nobody sees it, large enough that no edge stands on the same pixels for ever. */
const SHIFTS = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
  [-2, 2],
  [-2, 0],
  [-2, -2],
  [0, -2],
  [2, -2],
] as const

/** By how much a picture that stands still is moved, so that nothing burns in; nothing for one that changes. */
export function useShift(
  still: boolean,
  clock: Clock,
  onSecond: (listener: () => void) => () => void,
): readonly [number, number] {
  const [index, setIndex] = useState(0)
  useEffect(() => {
    if (!still) {
      setIndex(0)
      return
    }
    return onSecond(() => setIndex(Math.floor(clock.now() / EVERY_MS) % SHIFTS.length))
  }, [still, clock, onSecond])
  return SHIFTS[index] ?? SHIFTS[0]
}
