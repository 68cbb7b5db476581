import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { CommandPalette, type PaletteCommand } from '#ui/palette/command-palette.tsx'
import { closePalette, openPalette, palette } from '#ui/palette/palette-source.ts'
import { useFoundThings } from './use-found-things.ts'
import { useGlobalCommands } from './use-global-commands.ts'

/** Ctrl+K or ⌘K: commands of the current screen, all pages and actions, and search results. */
export function ConsolePalette() {
  const opened = useStore(palette, (state) => state.opened)
  const [commands, setCommands] = useState<readonly PaletteCommand[]>([])
  const [search, setSearch] = useState('')
  const things = useFoundThings(opened ? search : '')
  const everywhere = useGlobalCommands()
  useEffect(() => {
    if (!opened) return setSearch('')
    setCommands([...palette.getState().sources, everywhere].flatMap((source) => source()))
  }, [opened, everywhere])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const mod = event.ctrlKey || event.metaKey
      if (event.code !== 'KeyK' || !mod || event.shiftKey || event.altKey || event.defaultPrevented) return
      event.preventDefault()
      // A command would leave an open dialog, and lose its input.
      if (!document.querySelector('[aria-modal=true], dialog[open]')) openPalette()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  useEffect(() => closePalette, [])
  return (
    <CommandPalette
      opened={opened}
      onClose={closePalette}
      commands={commands}
      onSearch={setSearch}
      {...things}
    />
  )
}
