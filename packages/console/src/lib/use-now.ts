import { useEffect, useState } from 'react'
import { clock } from './clock.ts'

/** The time in milliseconds since 1970 UTC, updated every `interval` milliseconds while the page is visible. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(clock.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), interval)
    return () => clearInterval(timer)
  }, [interval])
  return now
}
