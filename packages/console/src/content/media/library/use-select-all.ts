import { useEffect, useRef } from 'react'
import type { Selection } from '#ui/list/use-selection.ts'
import { isDialogOpen, isTyping } from '#ui/shortcuts.ts'

/** Ctrl+A or ⌘A selects these items instead of the page's text, unless the user types or a dialog is open. */
export function useSelectAll<Item>(
  selection: Pick<Selection<Item>, 'set'>,
  items: readonly Item[] = [],
): void {
  const latest = useRef({ selection, items })
  latest.current = { selection, items }
  const works = items.length > 0
  useEffect(() => {
    if (!works) return
    const onKey = (event: KeyboardEvent) => {
      const { code, ctrlKey, metaKey, altKey, shiftKey, target } = event
      if (code !== 'KeyA' || !(ctrlKey || metaKey) || altKey || shiftKey) return
      if (event.defaultPrevented || isTyping(target) || isDialogOpen()) return
      event.preventDefault()
      latest.current.selection.set(latest.current.items)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [works])
}
