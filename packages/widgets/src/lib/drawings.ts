import { useSyncExternalStore } from 'react'

type Draw = typeof import('#drawings/drawings.ts').drawingUrl

let draw: Draw | undefined
let isLoading = false
const waiting = new Set<() => void>()

/** Takes the drawings from a script that holds them already. */
export function provideDrawings(provided: Draw): void {
  draw = provided
  for (const redraw of waiting) redraw()
}

// After a failure the next page that shows a drawing tries again.
const subscribe = (redraw: () => void) => {
  waiting.add(redraw)
  if (!draw && !isLoading) {
    isLoading = true
    import('#drawings/drawings.ts')
      .then(({ drawingUrl }) => provideDrawings(drawingUrl))
      .catch(() => {})
      .finally(() => {
        isLoading = false
      })
  }
  return () => {
    waiting.delete(redraw)
  }
}
const ready = () => draw
const never = () => () => {}

/** The address of a drawing as a picture; `undefined` for none, and until the drawings are loaded. */
export function useDrawing(name: string, main: string, second: string): string | undefined {
  const url = useSyncExternalStore(name === '' ? never : subscribe, ready, ready)
  return name === '' ? undefined : url?.(name, main, second)
}
