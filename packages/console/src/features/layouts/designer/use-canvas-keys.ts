import { type KeyboardEvent, useEffect } from 'react'
import { keyOf } from './commands/command.ts'
import { commandForKey, run } from './commands/commands.ts'
import { copied, pasted, removed } from './commands/edit.ts'
import { useDesigner } from './use-designer.ts'

/** Commands that work wherever the focus is: people press Ctrl+S in a field, too. */
const EVERYWHERE: readonly string[] = ['save', 'palette', 'panels']

/** A place where keys mean typing. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** The keys of the canvas while it has the focus, the few that work everywhere, and the system's clipboard. */
export function useCanvasKeys() {
  const designer = useDesigner()

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const command = commandForKey(keyOf(event))
      if (!command || event.defaultPrevented || !EVERYWHERE.includes(command.id)) return
      event.preventDefault()
      run(command, designer)
    }
    const onCanvas = () => document.activeElement?.hasAttribute('data-canvas') === true
    const onCopy = (event: ClipboardEvent) => {
      if (!onCanvas() || designer.selected().length === 0) return
      event.clipboardData?.setData('text/plain', copied(designer))
      event.preventDefault()
      if (event.type === 'cut') removed(designer, 'cut')
    }
    const onPaste = (event: ClipboardEvent) => {
      if (!onCanvas() || isTyping(event.target)) return
      if (pasted(designer, event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('copy', onCopy)
    document.addEventListener('cut', onCopy)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('cut', onCopy)
      document.removeEventListener('paste', onPaste)
    }
  }, [designer])

  return (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const command = commandForKey(keyOf(event))
    if (!command || command.native) return
    // A key that does nothing now stays the browser's: Tab leaves a canvas on which nothing is selected.
    if (run(command, designer) || event.ctrlKey || event.metaKey || event.altKey) event.preventDefault()
  }
}
