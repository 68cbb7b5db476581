import { type MouseEvent, type RefObject, useEffect, useMemo } from 'react'
import type { Point } from '#content/pages/designer/geometry/rect.ts'
import { useDesigner } from '#content/pages/designer/state/use-designer.ts'
import { CanvasPointer } from './pointer/canvas-pointer.ts'

/** The canvas's pointer handlers. */
export function useCanvasPointer(viewport: RefObject<HTMLDivElement | null>, onMenu: (at: Point) => void) {
  const designer = useDesigner()
  const pointer = useMemo(() => new CanvasPointer(designer, viewport), [designer, viewport])
  useEffect(() => pointer.attach(), [pointer])
  return {
    onPointerDown: pointer.down,
    onPointerMove: pointer.move,
    onPointerLeave: pointer.leave,
    onDoubleClick: pointer.open,
    onContextMenu: (event: MouseEvent<HTMLDivElement>) => onMenu(pointer.menuPlace(event)),
  }
}
