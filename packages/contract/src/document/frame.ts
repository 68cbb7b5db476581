import type { Fields } from '#fields/field.ts'
import { sparse } from '#fields/sparse.ts'
import { readValues } from '#fields/values.ts'
import { isRecord } from '#record.ts'

const MOVEMENTS = [
  { value: 'fade', label: 'Fade' },
  { value: 'slide', label: 'Slide' },
  { value: 'zoom', label: 'Zoom' },
] as const
/** Seconds after a page's start. */
export const ENTER_DELAY_MAX = 10

const px = { type: 'textbox', format: 'numeric', unit: 'px', default: 0, min: 0, max: 1000 } as const

/**
 * Beyond the specification: settings of every widget's box, whatever its type. A document holds only those that differ
 * from these defaults, with which a box is drawn as without them.
 */
export const FRAME_FIELDS = {
  opacity: {
    type: 'textbox',
    format: 'numeric',
    label: 'Opacity',
    unit: '%',
    default: 100,
    min: 0,
    max: 100,
  },
  rotation: {
    type: 'textbox',
    format: 'numeric',
    label: 'Rotation',
    unit: '°',
    default: 0,
    min: -180,
    max: 180,
  },
  mask: {
    type: 'lookup',
    label: 'Mask',
    options: [
      { value: 'rounded', label: 'Rounded corners' },
      { value: 'circle', label: 'Circle' },
    ],
  },
  radius: { ...px, label: 'Corner radius', default: 24, when: { field: 'mask', is: 'rounded' } },
  borderWidth: { ...px, label: 'Border width', max: 200 },
  borderColor: { type: 'colorPicker', label: 'Border color', default: '#ffffff', allowTransparent: true },
  shadow: { ...px, label: 'Box shadow', max: 200 },
  shadowColor: {
    type: 'colorPicker',
    label: 'Box shadow color',
    default: '#00000080',
    allowTransparent: true,
  },
  blend: {
    type: 'lookup',
    label: 'Blending',
    help: 'How its colors mix with what is behind it',
    options: [
      { value: 'multiply', label: 'Multiply' },
      { value: 'screen', label: 'Lighten' },
      { value: 'overlay', label: 'Overlay' },
    ],
  },
  enter: {
    type: 'lookup',
    label: 'Entrance',
    help: 'When its page starts; an element that fills the page has none',
    options: MOVEMENTS,
  },
  enterDelay: {
    type: 'textbox',
    format: 'numeric',
    label: 'Entrance after',
    unit: 's',
    default: 0,
    min: 0,
    max: ENTER_DELAY_MAX,
  },
  change: {
    type: 'lookup',
    label: 'On change',
    help: 'When data replaces its text; not in media zones, tickers, and what people touch',
    options: MOVEMENTS,
  },
} as const satisfies Fields

export type Movement = (typeof MOVEMENTS)[number]['value']

/** The values of `FRAME_FIELDS` that are used. */
export interface Frame {
  opacity?: number
  rotation?: number
  mask?: 'rounded' | 'circle'
  radius?: number
  borderWidth?: number
  borderColor?: string
  shadow?: number
  shadowColor?: string
  blend?: 'multiply' | 'screen' | 'overlay'
  enter?: Movement
  enterDelay?: number
  change?: Movement
}

/** The border of a box; one without width isn't drawn. */
export const borderOf = ({
  borderWidth = 0,
  borderColor = FRAME_FIELDS.borderColor.default,
}: Frame = {}) => ({
  width: borderWidth,
  color: borderColor,
})

/** The used settings in a stored frame; `undefined` if there are none. Never fails: see `readValues`. */
export function readFrame(stored: unknown): Frame | undefined {
  if (!isRecord(stored)) return undefined
  const used = sparse(FRAME_FIELDS, readValues(FRAME_FIELDS, stored))
  return Object.keys(used).length > 0 ? used : undefined
}
