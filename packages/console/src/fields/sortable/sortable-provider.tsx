import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { followPress } from './sortable-drag.ts'

interface Entry {
  index: number
  element: HTMLElement
}

interface Sorting {
  entries: Map<string, Entry>
  /** The id of the dragged entry. */
  dragged: string | undefined
  press: (id: string, event: PointerEvent) => void
}

const SortingContext = createContext<Sorting | undefined>(undefined)

interface SortableProviderProps {
  onMove: (id: string, from: number, to: number) => void
  children: ReactNode
}

/**
 * Reorders entries of a column or row by dragging. They remain plain list entries for screen readers and keyboards,
 * so callers must provide buttons or keys. Escape cancels a drag.
 */
export function SortableProvider({ onMove, children }: SortableProviderProps) {
  const [entries] = useState(() => new Map<string, Entry>())
  const [dragged, setDragged] = useState<string>()
  const stop = useRef<() => void>(undefined)
  const move = useRef(onMove)
  move.current = onMove
  useEffect(() => () => stop.current?.(), [])
  const press = useCallback(
    (id: string, event: PointerEvent) => {
      const all = [...entries].sort(([, one], [, other]) => one.index - other.index)
      const from = all.findIndex(([one]) => one === id)
      if (from < 0 || all.length < 2) return
      stop.current?.()
      stop.current = followPress(event, {
        elements: all.map(([, { element }]) => element),
        from,
        onBegin: () => setDragged(id),
        onEnd: (to) => {
          setDragged(undefined)
          if (to !== undefined && to !== from) move.current(id, from, to)
        },
      })
    },
    [entries],
  )
  const sorting = useMemo(() => ({ entries, dragged, press }), [entries, dragged, press])
  return <SortingContext value={sorting}>{children}</SortingContext>
}

interface SortableOptions {
  id: string
  index: number
  disabled?: boolean
}

/** A sortable entry: `ref` for the element that moves, `handleRef` for its handle. */
export function useSortable({ id, index, disabled = false }: SortableOptions) {
  const sorting = use(SortingContext)
  if (!sorting) throw new Error('A sortable entry needs a SortableProvider')
  const { entries, dragged, press } = sorting
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      entries.set(id, { index, element })
      return () => {
        if (entries.get(id)?.element === element) entries.delete(id)
      }
    },
    [entries, id, index],
  )
  const handleRef = useCallback(
    (handle: HTMLElement | null) => {
      if (!handle || disabled) return
      const onPointerDown = (event: PointerEvent) => {
        if (event.button === 0 && event.isPrimary) press(id, event)
      }
      handle.addEventListener('pointerdown', onPointerDown)
      return () => handle.removeEventListener('pointerdown', onPointerDown)
    },
    [press, id, disabled],
  )
  return { ref, handleRef, isDragging: dragged === id }
}
