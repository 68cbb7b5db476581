import { useEffect, useState } from 'react'
import type { Clock } from '#lib/time/clock.ts'
import { SHIFTS } from '#lib/time/shifts.ts'

const EVERY_MS = 180_000

interface Size {
  width: number
  height: number
}

/**
 * A still picture's box, moved by a few CSS pixels against burn-in. It is larger than the screen by as much on each side,
 * so no edge shows; of a wall it is the whole picture, which all screens enlarge around the same point.
 */
export function shifted({ width, height }: Size, [x, y]: readonly [number, number]) {
  const most = Math.max(...SHIFTS.flat())
  const scale = 1 + (2 * most) / Math.min(width, height)
  return `translate(${x}px, ${y}px) scale(${scale})`
}

/** The movement of a still picture; none if it changes. */
export function useShift(
  size: Size,
  still: boolean,
  clock: Clock,
  onSecond: (listener: () => void) => () => void,
): string | undefined {
  const [index, setIndex] = useState(0)
  useEffect(() => {
    if (!still) {
      setIndex(0)
      return
    }
    return onSecond(() => setIndex(Math.floor(clock.now() / EVERY_MS) % SHIFTS.length))
  }, [still, clock, onSecond])
  return still ? shifted(size, SHIFTS[index] ?? SHIFTS[0]) : undefined
}
