import { useCallback, useEffect, useRef, useState } from 'react'

/** The next visitor must not see the previous one's choices. */
const VISIT_MS = 30_000

/** A value that a viewer sets, and that resets to the initial one after they leave. */
export function useVisit<T>(initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState(initial)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const first = useRef(initial)
  useEffect(() => () => clearTimeout(timer.current), [])
  const set = useCallback((next: T) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setValue(first.current), VISIT_MS)
    setValue(next)
  }, [])
  return [value, set]
}
