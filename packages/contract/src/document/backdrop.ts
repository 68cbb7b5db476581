import type { Fields } from '#fields/field.ts'
import type { Focus } from '#fields/kinds/media-zone.ts'
import { sparse } from '#fields/sparse.ts'
import { mediaIn, readValues } from '#fields/values.ts'
import { isRecord } from '#record.ts'

/**
 * Beyond the specification: a picture or video behind a page's widgets, over its background color. A document holds only
 * the settings that differ from these defaults, and none without a file.
 */
export const BACKDROP_FIELDS = {
  media: { type: 'attachment', label: 'Background image or video', accept: ['image', 'video'], max: 1 },
  fit: {
    type: 'lookup',
    label: 'Fit',
    options: [
      { value: 'contain', label: 'Show all' },
      { value: 'cover', label: 'Fill and crop' },
      { value: 'stretch', label: 'Stretch' },
    ],
    default: 'cover',
  },
  focus: {
    type: 'lookup',
    label: 'Focus',
    help: 'The part that stays visible when it is cropped',
    options: [
      { value: 'center', label: 'Center' },
      { value: 'top', label: 'Top' },
      { value: 'bottom', label: 'Bottom' },
      { value: 'left', label: 'Left' },
      { value: 'right', label: 'Right' },
      { value: 'left top', label: 'Top left' },
      { value: 'right top', label: 'Top right' },
      { value: 'left bottom', label: 'Bottom left' },
      { value: 'right bottom', label: 'Bottom right' },
    ],
    default: 'center',
    when: { field: 'fit', is: 'cover' },
  },
  blur: {
    type: 'textbox',
    format: 'numeric',
    label: 'Blur',
    unit: 'px',
    default: 0,
    min: 0,
    max: 100,
  },
  overlay: {
    type: 'colorPicker',
    label: 'Overlay',
    help: 'A color above it, for readable text',
    allowEmpty: true,
    allowTransparent: true,
    allowGradient: true,
  },
} as const satisfies Fields

/** The values of `BACKDROP_FIELDS` that are used. */
export interface Backdrop {
  media?: readonly { mediaId: string }[]
  fit?: 'contain' | 'cover' | 'stretch'
  focus?: Focus
  blur?: number
  overlay?: string
}

/** The used settings of a stored backdrop; `undefined` if there are none. Never fails: see `readValues`. */
export function readBackdrop(stored: unknown): Backdrop | undefined {
  if (!isRecord(stored)) return undefined
  const used = sparse(BACKDROP_FIELDS, readValues(BACKDROP_FIELDS, stored))
  return Object.keys(used).length > 0 ? used : undefined
}

/** Ids of the media behind a page. */
export const mediaInBackdrop = (backdrop: Backdrop | undefined): string[] =>
  backdrop ? mediaIn(BACKDROP_FIELDS, { ...backdrop }) : []
