import { useEffect, useState } from 'react'

const fetchParts = () => import('./page-parts.ts')
export type PageParts = Awaited<ReturnType<typeof fetchParts>>

let loaded: PageParts | undefined
let loading: Promise<unknown> | undefined

/** Loads the chunk that renders pages. If it fails, the next call tries again. */
export function loadPageParts(): Promise<unknown> {
  loading ??= fetchParts().then(
    (parts) => {
      loaded = parts
    },
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** Undefined until they have loaded. The pairing screen starts without that chunk. */
export function usePageParts(): PageParts | undefined {
  const [, redraw] = useState(false)
  useEffect(() => {
    if (loaded) return
    let unmounted = false
    loadPageParts().then(
      () => unmounted || redraw(true),
      () => {
        // Ignore the failure: the stage waits for the same chunk and reports it.
      },
    )
    return () => {
      unmounted = true
    }
  }, [])
  return loaded
}
