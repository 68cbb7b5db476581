import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { playOn } from '#lib/play-on.ts'
import { undoLatest } from '#lib/toasts.ts'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { isTyping, listenForShortcuts, useShortcut } from '#ui/shortcuts.ts'
import { useCan } from '#ui/work/use-can.ts'
import { GO_TO } from './go-to.ts'
import { useHelp } from './help.ts'

const ShortcutSheet = lateDialog(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet)

/** Global shortcuts, and the sheet that lists them. */
export function ConsoleKeys() {
  const { opened, show, close } = useHelp()
  useEffect(listenForShortcuts, [])
  useShortcut('?', show)
  useShortcut('/', focusSearch)
  useShortcut('p', useCan('write', 'devices') ? () => playOn({}) : undefined)
  useEffect(listenForUndo, [])
  return (
    <>
      {GO_TO.map(({ keys, to }) => (
        <GoTo key={keys} keys={keys} to={to} />
      ))}
      <ShortcutSheet opened={opened} onClose={close} />
    </>
  )
}

function GoTo({ keys, to }: Pick<(typeof GO_TO)[number], 'keys' | 'to'>) {
  const navigate = useNavigate()
  useShortcut(keys, () => void navigate({ to }))
  return null
}

function focusSearch() {
  const search = document.querySelector<HTMLInputElement>('main input[type="search"]')
  search?.focus()
  search?.select()
}

/** Ctrl+Z runs *Undo* of the latest message; in a text field it stays the browser's undo. */
function listenForUndo() {
  const onKey = (event: KeyboardEvent) => {
    const isUndo =
      event.code === 'KeyZ' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    if (isUndo && !event.defaultPrevented && !isTyping(event.target) && undoLatest()) event.preventDefault()
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}
