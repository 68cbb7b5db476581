import { useEffect, useState } from 'react'

const AGAIN_MS = 2000

/** A chunk of the app, `undefined` until it has loaded. Retries if loading fails. */
export function useLoaded<T>(load: () => Promise<T>): T | undefined {
  const [loaded, setLoaded] = useState<{ part: T }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: one part for the life of the component
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    const tryIt = () =>
      load().then(
        (part) => gone || setLoaded({ part }),
        () => {
          if (!gone) timer = setTimeout(tryIt, AGAIN_MS)
        },
      )
    tryIt()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [])
  return loaded?.part
}
