import { useEffect, useState } from 'react'

const fetchParts = () => import('./page-parts.ts')
export type PageParts = Awaited<ReturnType<typeof fetchParts>>

let loaded: PageParts | undefined
let loading: Promise<unknown> | undefined

/** Loads the script that draws pages. If it fails, the next call tries again. */
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

/** Undefined until they are loaded. The pairing screen starts without that script. */
export function usePageParts(): PageParts | undefined {
  const [, redraw] = useState(false)
  useEffect(() => {
    if (loaded) return
    let unmounted = false
    loadPageParts().then(
      () => unmounted || redraw(true),
      () => {
        // The stage waits for the same script and reports it.
      },
    )
    return () => {
      unmounted = true
    }
  }, [])
  return loaded
}
