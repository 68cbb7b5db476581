import { Accessibility, PointerActivationConstraints, PointerSensor } from '@dnd-kit/dom'
import { DragDropProvider } from '@dnd-kit/react'
import { isSortable } from '@dnd-kit/react/sortable'
import type { ReactNode } from 'react'

/** A press that stays where it is, is a click. */
const DRAG_PIXELS = 5
const SENSORS = [
  PointerSensor.configure({
    activationConstraints: [new PointerActivationConstraints.Distance({ value: DRAG_PIXELS })],
  }),
]

interface SortableProviderProps {
  onMove: (id: string, from: number, to: number) => void
  children: ReactNode
}

/**
 * Entries that are moved by drag. They stay plain list entries for screen readers and keyboards: whoever uses this has
 * buttons or keys that move them, too.
 */
export function SortableProvider({ onMove, children }: SortableProviderProps) {
  return (
    <DragDropProvider
      sensors={SENSORS}
      plugins={(defaults) => defaults.filter((plugin) => plugin !== Accessibility)}
      onDragEnd={({ canceled, operation: { source } }) => {
        if (!canceled && isSortable(source) && source.index !== source.initialIndex)
          onMove(String(source.id), source.initialIndex, source.index)
      }}
    >
      {children}
    </DragDropProvider>
  )
}
