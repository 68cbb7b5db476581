import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { CommandPalette, type PaletteCommand } from '#ui/palette/command-palette.tsx'
import { closePalette, palette } from '#ui/palette/palette-source.ts'
import { useFoundThings } from './use-found-things.ts'
import { useGlobalCommands } from './use-global-commands.ts'

/** The palette once it was asked for: what the screen offers, every page and action, and what the server finds. */
export function OpenPalette() {
  const opened = useStore(palette, (state) => state.opened)
  const [commands, setCommands] = useState<readonly PaletteCommand[]>([])
  const [search, setSearch] = useState('')
  const things = useFoundThings(opened ? search : '')
  const everywhere = useGlobalCommands()
  useEffect(() => {
    if (!opened) return setSearch('')
    setCommands([...palette.getState().sources, everywhere].flatMap((source) => source()))
  }, [opened, everywhere])
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
