import { useEffect } from 'react'
import { createStore } from 'zustand/vanilla'
import type { PaletteCommand } from './command-palette.tsx'

/** The state of the palette: whether it is open, and its command sources. */
interface PaletteState {
  opened: boolean
  /** Called when it opens, newest source first: the current screen's commands come before navigation. */
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

/** Registers a screen's commands while it is mounted. `source` is called whenever the palette opens. */
export function usePaletteSource(source: () => readonly PaletteCommand[]): void {
  useEffect(() => {
    palette.setState(({ sources }) => ({ sources: [source, ...sources] }))
    return () => palette.setState(({ sources }) => ({ sources: sources.filter((other) => other !== source) }))
  }, [source])
}
