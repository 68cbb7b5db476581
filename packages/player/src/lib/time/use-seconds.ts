import { useEffect, useState } from 'react'
import type { Clock } from './clock.ts'

/** The corrected time, updated every second. */
export function useSeconds(clock: Clock, onSecond: (listener: () => void) => () => void): number {
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => onSecond(() => setNow(clock.now())), [clock, onSecond])
  return now
}
