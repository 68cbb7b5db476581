import { type RefObject, useLayoutEffect } from 'react'
import { useDesigner } from '#content/pages/designer/state/use-designer.ts'

/** Fits the page when the canvas appears; keeps the center in place when the window is resized. */
export function useViewportSize(viewport: RefObject<HTMLDivElement | null>): void {
  const designer = useDesigner()
  useLayoutEffect(() => {
    const element = viewport.current
    if (!element) return
    let fitted = false
    const measure = () => {
      const { width, height } = element.getBoundingClientRect()
      if (width === 0 || height === 0) return
      const { viewport: before, view } = designer.state
      designer.set({ viewport: { width, height } })
      const [x, y] = [view.x + (width - before.width) / 2, view.y + (height - before.height) / 2]
      if (fitted) designer.set({ view: { ...view, x, y } })
      else designer.fit()
      fitted = true
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [designer, viewport])
}
