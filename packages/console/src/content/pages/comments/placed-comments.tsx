import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { type RefObject, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { focusCanvas } from '#content/pages/designer/focus-canvas.ts'
import { toViewport } from '#content/pages/designer/geometry/view.ts'
import { useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import { CommentsPanel } from './comments-panel.tsx'
import { commentsState } from './comments-state.ts'
import { Pins } from './pins.tsx'

/** Pins over the canvas, and the panel beside it. */
export function DesignerComments({ id, opened }: { id: string; opened: boolean }) {
  const { page, view, selected } = useDesignerState(({ page, view, selection }) => ({
    page,
    view,
    selected: selection[0],
  }))
  const { width, height } = page
  return (
    <>
      <Pins pageId={id} page={page} frame={toViewport(view, { x: 0, y: 0, width, height })} />
      {opened && <CommentsPanel pageId={id} page={page} selected={selected} onClose={focusCanvas} />}
    </>
  )
}

interface PreviewCommentsProps {
  pageId: string
  document: ReadDocument
  /** What contains the drawn page, and this. */
  stage: RefObject<HTMLElement | null>
}

/** Pins over a previewed page, and the panel beside it. */
export function PreviewComments({ pageId, document, stage }: PreviewCommentsProps) {
  const opened = useStore(commentsState, (state) => state.opened)
  const frame = useFrame(stage)
  return (
    <>
      {frame && <Pins pageId={pageId} page={document} frame={frame} />}
      {opened && <CommentsPanel pageId={pageId} page={document} />}
    </>
  )
}

interface Frame {
  x: number
  y: number
  width: number
  height: number
}

/** Where the page is drawn inside of an element, in pixels. */
function useFrame(stage: RefObject<HTMLElement | null>): Frame | undefined {
  const [frame, setFrame] = useState<Frame>()
  useEffect(() => {
    const outer = stage.current
    if (!outer) return
    const measure = () => {
      const page = outer.querySelector('figure [data-page]')?.getBoundingClientRect()
      const { left, top } = outer.getBoundingClientRect()
      if (!page) return
      const next = { x: page.left - left, y: page.top - top, width: page.width, height: page.height }
      setFrame((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(outer)
    // The page is drawn late, scaled after the window, and replaced by the next one.
    const changes = new MutationObserver(measure)
    changes.observe(outer, { childList: true, subtree: true, attributeFilter: ['style'] })
    outer.addEventListener('scroll', measure, true)
    return () => {
      sizes.disconnect()
      changes.disconnect()
      outer.removeEventListener('scroll', measure, true)
    }
  }, [stage])
  return frame
}
