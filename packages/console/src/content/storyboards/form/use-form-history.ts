import { useCallback, useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { clock } from '#lib/clock.ts'
import { committed, type History, historyOf, redone, sealed, undone } from '#lib/history.ts'
import type { StoryboardValues } from './storyboard-values.ts'

/** Changes of one field with shorter pauses between them are one step, in milliseconds. */
const PAUSE_MS = 1000

/** Undo and redo for a storyboard's form, from its buttons and from the keyboard. */
export interface FormHistory {
  canUndo: boolean
  canRedo: boolean
  undo: () => void
  redo: () => void
}

export function useFormHistory(): FormHistory {
  const { control, getValues, reset } = useFormContext<StoryboardValues>()
  const values = useWatch({ control })
  /** Values as JSON, which compares them. */
  const [history, setHistory] = useState<History<string, undefined>>(() =>
    historyOf(JSON.stringify(getValues())),
  )
  const latest = useRef(history)
  const changedAt = useRef(0)
  const take = useCallback((next: History<string, undefined>) => {
    latest.current = next
    setHistory(next)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: values are the trigger; an action may set several of them
  useEffect(() => {
    const next = JSON.stringify(getValues())
    const { present } = latest.current
    if (next === present) return
    const now = clock.now()
    const before = now - changedAt.current > PAUSE_MS ? sealed(latest.current) : latest.current
    changedAt.current = now
    take(committed(before, next, undefined, typedField(present, next)))
  }, [values, getValues, take])

  const travel = useCallback(
    (by: typeof undone) => {
      const next = by(latest.current)
      if (next === latest.current) return
      take(next)
      reset(JSON.parse(next.present), { keepDefaultValues: true })
    },
    [reset, take],
  )
  const undo = useCallback(() => travel(undone), [travel])
  const redo = useCallback(() => travel(redone), [travel])
  useUndoKeys(undo, redo)
  return { canUndo: history.past.length > 0, canRedo: history.future.length > 0, undo, redo }
}

/** The field that was typed into: its changes are one step. Pages are added, moved, and removed in steps. */
function typedField(before: string, after: string): string | undefined {
  const [old, next]: Record<string, unknown>[] = [JSON.parse(before), JSON.parse(after)]
  const names = new Set([...Object.keys(old ?? {}), ...Object.keys(next ?? {})])
  const changed = [...names].filter((name) => JSON.stringify(old?.[name]) !== JSON.stringify(next?.[name]))
  return changed.length === 1 && changed[0] !== 'items' ? changed[0] : undefined
}

/** Text fields have their own undo. */
const isText = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, [contenteditable], [role="dialog"]') !== null

function useUndoKeys(undo: () => void, redo: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isHeld = (event.ctrlKey || event.metaKey) && !event.altKey
      if (!isHeld || event.defaultPrevented || isText(event.target)) return
      const isRedo = (event.code === 'KeyZ' && event.shiftKey) || event.code === 'KeyY'
      if (!isRedo && event.code !== 'KeyZ') return
      event.preventDefault()
      if (isRedo) redo()
      else undo()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [undo, redo])
}
