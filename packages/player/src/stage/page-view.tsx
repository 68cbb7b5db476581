import { type ComponentProps, useEffect, useState } from 'react'

const fetchView = () => import('@vitrine/widgets/layout-view').then((it) => it.LayoutView)
type LayoutView = Awaited<ReturnType<typeof fetchView>>

let Loaded: LayoutView | undefined
let loading: Promise<unknown> | undefined

/** Loads the script that draws pages, with every widget. If it fails, the next call tries again. */
export function loadPageView(): Promise<unknown> {
  loading ??= fetchView().then(
    (view) => {
      Loaded = view
    },
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

export const hasPageView = (): boolean => Loaded !== undefined

/** A page; empty until its script is loaded. The pairing screen starts without that script. */
export function PageView(props: ComponentProps<LayoutView>) {
  const [, redraw] = useState(false)
  useEffect(() => {
    if (Loaded) return
    let unmounted = false
    loadPageView().then(
      () => unmounted || redraw(true),
      () => {
        // The stage waits for the same script and reports it.
      },
    )
    return () => {
      unmounted = true
    }
  }, [])
  return Loaded ? <Loaded {...props} /> : null
}
