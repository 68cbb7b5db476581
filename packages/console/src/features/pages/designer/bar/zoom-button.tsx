import { Suspense, useState } from 'react'
import { lazyPart } from '#ui/late/lazy-part.tsx'
import { ShownZoom } from './shown-zoom.tsx'

const ZoomMenu = lazyPart(async () => (await import('./zoom-menu.tsx')).ZoomMenu)

/** The zoom, and on a press the menu that sets it. */
export function ZoomButton() {
  const [asked, setAsked] = useState(false)
  const button = <ShownZoom aria-haspopup="menu" aria-expanded={false} onClick={() => setAsked(true)} />
  if (!asked) return button
  return (
    <Suspense fallback={button}>
      <ZoomMenu />
    </Suspense>
  )
}
