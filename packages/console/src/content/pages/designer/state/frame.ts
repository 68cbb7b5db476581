import { ENTER_DELAY_MAX, FRAME_FIELDS, readFrame } from '@vitrine/contract/document/frame'
import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import type { Fields } from '@vitrine/contract/fields/field'
import { checkValues } from '@vitrine/contract/fields/values'

const FIELDS: Fields = FRAME_FIELDS

/** A widget with another setting of its box. A value that can't be saved, such as a number being typed, is not taken. */
export function withFrame(widget: ReadWidget, name: string, value: unknown): ReadWidget {
  const field = FIELDS[name]
  if (
    !field ||
    Object.keys(checkValues({ [name]: { ...field, when: undefined } }, { [name]: value })).length > 0
  )
    return widget
  const { frame: before, ...rest } = widget
  const frame = readFrame({ ...before, [name]: value })
  return frame ? { ...rest, frame } : rest
}

/** Seconds between two entrances. */
const STEP = 0.15

/** Those with an entrance come one after another, from the top, and from the left where they begin as high. */
export function staggered(widgets: readonly ReadWidget[]): ReadWidget[] {
  const entering = widgets
    .filter(({ frame }) => frame?.enter)
    .toSorted((one, other) => one.y - other.y || one.x - other.x)
  const places = new Map(entering.map(({ id }, index) => [id, index]))
  return widgets.map((widget) => {
    const place = places.get(widget.id)
    const delay = Math.min(ENTER_DELAY_MAX, Math.round((place ?? 0) * STEP * 100) / 100)
    return place === undefined ? widget : withFrame(widget, 'enterDelay', delay)
  })
}
