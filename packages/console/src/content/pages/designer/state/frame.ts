import { FRAME_FIELDS, readFrame } from '@vitrine/contract/document/frame'
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
