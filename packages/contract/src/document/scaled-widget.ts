import { SIZE_MAX } from '#fields/style.ts'
import { isRecord } from '#record.ts'
import { FRAME_FIELDS } from './frame.ts'
import type { FieldsByType, ReadWidget } from './layout-document.ts'

/** The most of each: screens read anything larger as something else, and saves refuse it. */
const SIZES = { size: SIZE_MAX, minSize: SIZE_MAX, maxSize: SIZE_MAX }
const LENGTHS = {
  radius: FRAME_FIELDS.radius.max,
  borderWidth: FRAME_FIELDS.borderWidth.max,
  shadow: FRAME_FIELDS.shadow.max,
}

interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** An object with some of its numbers scaled, in whole pixels; zero means none. */
function scaled<T extends object>(values: T, limits: Readonly<Record<string, number>>, by: number): T {
  const changed = Object.entries(limits).flatMap(([name, most]) => {
    const value = (values as Record<string, unknown>)[name]
    return typeof value === 'number' && value !== 0
      ? [[name, Math.min(most, Math.max(1, Math.round(value * by)))] as const]
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
