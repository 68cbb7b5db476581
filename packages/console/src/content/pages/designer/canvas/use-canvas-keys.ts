import { type KeyboardEvent, useEffect } from 'react'
import { maybeWidgets } from '#content/pages/designer/commands/clipboard.ts'
import { keyOf } from '#content/pages/designer/commands/command.ts'
import { commandForKey, run } from '#content/pages/designer/commands/commands.ts'
import { copied, pasted, remove } from '#content/pages/designer/commands/edit.ts'
import { take, transferOf } from '#content/pages/designer/paste/transfer.ts'
import { useDesigner } from '#content/pages/designer/state/use-designer.ts'

/** Commands that work everywhere, including text fields. */
const EVERYWHERE: readonly string[] = ['save', 'palette', 'panels', 'copyPage']

/** Inside the editor, not in a dialog above it. */
const isInEditor = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof HTMLElement && target.closest('[data-designer]') !== null)

/** Whether keys are text input here. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/**
 * Canvas shortcuts: all of them while the canvas has the focus, those with Ctrl outside text fields (a clicked button
 * keeps the focus), a few everywhere, and the system clipboard.
 */
export function useCanvasKeys() {
  const designer = useDesigner()

  useEffect(() => {
    /** Paste events don't include modifier keys, so remember them. */
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
      if (event.type === 'cut') remove(designer, 'cut')
    }
    const onPaste = (event: ClipboardEvent) => {
      if (!isHere()) return
      const transfer = event.clipboardData && transferOf(event.clipboardData)
      if (!transfer) return
      event.preventDefault()
      if (maybeWidgets(transfer.text)) void pasted(designer, transfer.text, inPlace)
      else void take(designer, transfer)
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
    // Leave a key without effect to the browser: Tab leaves a canvas without a selection.
    if (run(command, designer) || event.ctrlKey || event.metaKey || event.altKey) event.preventDefault()
  }
}
