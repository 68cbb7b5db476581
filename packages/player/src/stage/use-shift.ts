import { useEffect, useState } from 'react'
import type { Clock } from '#lib/time/clock.ts'
import { SHIFTS } from '#lib/time/shifts.ts'

const EVERY_MS = 180_000

/** The offset of a still image in CSS pixels, against burn-in (too small to notice); none if it changes. */
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
