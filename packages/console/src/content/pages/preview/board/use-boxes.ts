import { type RefObject, useLayoutEffect, useState } from 'react'
import { type Box, pointIn } from './link-geometry.ts'

/** The boxes of the pages' pictures on a board, by index; measured again when the board's size or `of` changes. */
export function useBoxes(board: RefObject<HTMLElement | null>, of: unknown): readonly Box[] {
  const [boxes, setBoxes] = useState<readonly Box[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other pages have other boxes
  useLayoutEffect(() => {
    const area = board.current
    if (!area) return
    const measure = () =>
      setBoxes(
        [...area.querySelectorAll('[data-picture]')].map((picture) => {
          const { left, top, width, height } = picture.getBoundingClientRect()
          return { ...pointIn(area, left, top), width, height }
        }),
      )
    const observer = new ResizeObserver(measure)
    observer.observe(area)
    for (const picture of area.querySelectorAll('[data-picture]')) observer.observe(picture)
    measure()
    return () => observer.disconnect()
  }, [board, of])
  return boxes
}
