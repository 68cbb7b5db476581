import { type KeyboardEvent, useEffect } from 'react'
import { maybeWidgets } from '#features/pages/designer/commands/clipboard.ts'
import { keyOf } from '#features/pages/designer/commands/command.ts'
import { commandForKey, run } from '#features/pages/designer/commands/commands.ts'
import { copied, pasted, removed } from '#features/pages/designer/commands/edit.ts'
import { useDesigner } from '#features/pages/designer/state/use-designer.ts'

/** Commands that work wherever the focus is: people press Ctrl+S in a field, too. */
const EVERYWHERE: readonly string[] = ['save', 'palette', 'panels']

/** Part of the editor itself: not of a dialog over it, nor of a screen below it. */
const isInEditor = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof HTMLElement && target.closest('[data-designer]') !== null)

/** A place where keys mean typing. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/**
 * The keys of the canvas while it has the focus; those with Ctrl wherever nothing is typed, since a button that was
 * pressed keeps the focus; the few that work everywhere; and the system's clipboard.
 */
export function useCanvasKeys() {
  const designer = useDesigner()

  useEffect(() => {
    /** Paste events lack the modifier keys. */
    let inPlace = false
    const onKey = (event: globalThis.KeyboardEvent) => {
      inPlace = event.shiftKey
      const command = commandForKey(keyOf(event))
      if (!command || command.native || event.defaultPrevented) return
      const held = event.ctrlKey || event.metaKey
      const here = held && isInEditor(event.target) && !isTyping(event.target)
      if (!here && !EVERYWHERE.includes(command.id)) return
      event.preventDefault()
      run(command, designer)
    }
    const isHere = () => isInEditor(document.activeElement) && !isTyping(document.activeElement)
    const onCopy = (event: ClipboardEvent) => {
      if (!isHere() || designer.selected().length === 0) return
      event.clipboardData?.setData('text/plain', copied(designer))
      event.preventDefault()
      if (event.type === 'cut') removed(designer, 'cut')
    }
    const onPaste = (event: ClipboardEvent) => {
      if (!isHere()) return
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (!maybeWidgets(text)) return
      event.preventDefault()
      void pasted(designer, text, inPlace)
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
