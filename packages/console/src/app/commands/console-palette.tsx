import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { closePalette, openPalette, palette } from '#ui/palette/palette-source.ts'

const OpenPalette = lazyPart(async () => (await import('./open-palette.tsx')).OpenPalette)

/** Ctrl+K or ⌘K wherever one is. The palette itself comes when it is first asked for. */
export function ConsolePalette() {
  const opened = useStore(palette, (state) => state.opened)
  const [asked, setAsked] = useState(opened)
  if (opened && !asked) setAsked(true)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const mod = event.ctrlKey || event.metaKey
      if (event.code !== 'KeyK' || !mod || event.shiftKey || event.altKey || event.defaultPrevented) return
      event.preventDefault()
      // Nothing can lie over a question of the browser's own.
      if (!document.querySelector('dialog[open]')) openPalette()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  // Also where the palette did not come, and an error stands in the screen's place.
  useEffect(() => closePalette, [])
  return (
    asked && (
      <Waiting quiet>
        <OpenPalette />
      </Waiting>
    )
  )
}
