import { useEffect, useState } from 'react'

const AGAIN_MS = 2000

/** A part of the app in a script of its own: `undefined` until it has come. Where it does not come it is asked for again. */
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
