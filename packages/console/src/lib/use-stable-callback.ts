import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A stable function that calls the latest `callback`, for hosts and handlers passed on where an effect event isn't
 * allowed.
 */
export function useStableCallback<Args extends unknown[], Result>(callback: (...args: Args) => Result) {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
