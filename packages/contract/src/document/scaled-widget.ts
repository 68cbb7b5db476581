import { isRecord } from '#record.ts'
import type { FieldsByType, ReadWidget } from './layout-document.ts'

const SIZES = ['size', 'minSize', 'maxSize'] as const
const LENGTHS = ['radius', 'borderWidth', 'shadow'] as const

interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** An object with some of its numbers scaled, in whole pixels; zero means none. */
function scaled<T extends object>(values: T, names: readonly string[], by: number): T {
  const changed = names.flatMap((name) => {
    const value = (values as Record<string, unknown>)[name]
    return typeof value === 'number' && value !== 0
      ? [[name, Math.max(1, Math.round(value * by))] as const]
      : []
  })
  return changed.length > 0 ? { ...values, ...Object.fromEntries(changed) } : values
}

/** A widget in another box, with letters, corners, and borders that many times as large. */
export function scaledWidget(widget: ReadWidget, rect: Rect, by: number, types: FieldsByType): ReadWidget {
  const moved = { ...widget, ...rect }
  if (by === 1) return moved
  const fields = (Object.hasOwn(types, widget.type) ? types[widget.type] : undefined) ?? {}
  const settings = Object.fromEntries(
    Object.entries(widget.settings).map(([name, value]) => {
      const type = fields[name]?.type
      const hasSize = (type === 'font-settings' || type === 'cellData') && isRecord(value)
      return [name, hasSize ? scaled(value, SIZES, by) : value]
    }),
  )
  return { ...moved, settings, ...(widget.frame && { frame: scaled(widget.frame, LENGTHS, by) }) }
}
