import { useEffect } from 'react'
import { createStore } from 'zustand/vanilla'
import type { PaletteCommand } from './command-palette.tsx'

/** The one palette of the console: whether it is open, and who adds to it while on the screen. */
interface PaletteState {
  opened: boolean
  /** Asked when it opens, the latest first: what one is doing comes before what one could go to. */
  sources: readonly (() => readonly PaletteCommand[])[]
}
export const palette = createStore<PaletteState>(() => ({ opened: false, sources: [] }))

export function openPalette(): void {
  if (palette.getState().opened) return
  palette.setState({ opened: true })
}
export function closePalette(): void {
  palette.setState({ opened: false })
}

/** Adds a screen's commands as long as it is shown. `source` is asked each time that the palette opens. */
export function usePaletteSource(source: () => readonly PaletteCommand[]): void {
  useEffect(() => {
    palette.setState(({ sources }) => ({ sources: [source, ...sources] }))
    return () => palette.setState(({ sources }) => ({ sources: sources.filter((other) => other !== source) }))
  }, [source])
}
