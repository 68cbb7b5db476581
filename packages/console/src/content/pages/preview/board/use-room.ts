import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Size } from '#content/pages/designer/geometry/rect.ts'

/** The room inside an element that scrolls, in pixels. */
export function useRoom(scroll: RefObject<HTMLElement | null>): Size {
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = scroll.current
    if (!element) return
    const measure = () => {
      const padding = 2 * Number.parseFloat(getComputedStyle(element).paddingBlockStart || '0')
      const [width, height] = [element.clientWidth - padding, element.clientHeight - padding]
      setRoom((last) => (last.width === width && last.height === height ? last : { width, height }))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [scroll])
  return room
}
