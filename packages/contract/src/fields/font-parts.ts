import type { Fields } from './field.ts'
import { SIZE_MAX } from './style.ts'

const percent = { type: 'textbox', format: 'numeric', unit: '%' } as const
const size = { type: 'textbox', format: 'numeric', unit: 'px', default: 0, min: 0, max: SIZE_MAX } as const

/**
 * Beyond the specification: what else a text's style can hold. All of it is optional and stored only if it differs from
 * these defaults, with which a text is drawn as without it. Percentages are of the letters' size.
 */
export const FONT_PARTS = {
  weight: {
    type: 'lookup',
    label: 'Weight',
    options: [
      { value: 0, label: 'As chosen above' },
      { value: 300, label: 'Light' },
      { value: 400, label: 'Regular' },
      { value: 500, label: 'Medium' },
      { value: 600, label: 'Semibold' },
      { value: 700, label: 'Bold' },
      { value: 900, label: 'Black' },
    ],
    default: 0,
  },
  spacing: { ...percent, label: 'Letter spacing', default: 0, min: -20, max: 100 },
  lineHeight: { ...percent, label: 'Line height', default: 130, min: 70, max: 300 },
  vertical: {
    type: 'lookup',
    label: 'Vertical alignment',
    options: [
      { value: 'top', label: 'Top' },
      { value: 'middle', label: 'Middle' },
      { value: 'bottom', label: 'Bottom' },
    ],
  },
  letterCase: {
    type: 'lookup',
    label: 'Case',
    options: [
      { value: 'uppercase', label: 'Uppercase' },
      { value: 'lowercase', label: 'Lowercase' },
      { value: 'capitalize', label: 'Capitalized words' },
    ],
  },
  decoration: {
    type: 'lookup',
    label: 'Decoration',
    options: [
      { value: 'underline', label: 'Underline' },
      { value: 'line-through', label: 'Strikethrough' },
    ],
  },
  shadow: {
    ...percent,
    label: 'Text shadow',
    help: 'Makes text readable over pictures',
    default: 0,
    min: 0,
    max: 50,
  },
  shadowColor: { type: 'colorPicker', label: 'Text shadow color', allowEmpty: true, allowTransparent: true },
  outline: { ...percent, label: 'Text outline', default: 0, min: 0, max: 15 },
  outlineColor: { type: 'colorPicker', label: 'Text outline color', allowEmpty: true },
  minSize: { ...size, label: 'Smallest size', help: 'Text shrinks no further; 0 sets no limit' },
  maxSize: { ...size, label: 'Largest size', help: 'Text grows up to it to fill its box; 0 keeps its size' },
} as const satisfies Fields

/** Those that concern letters alone, for widgets that arrange their own lines. */
export const LETTER_PARTS = [
  'weight',
  'spacing',
  'letterCase',
  'decoration',
  'shadow',
  'shadowColor',
  'outline',
  'outlineColor',
] as const satisfies readonly (keyof typeof FONT_PARTS)[]

/** The values of `FONT_PARTS`, each optional. */
export interface FontParts {
  weight?: number
  spacing?: number
  lineHeight?: number
  vertical?: 'top' | 'middle' | 'bottom' | ''
  letterCase?: 'uppercase' | 'lowercase' | 'capitalize' | ''
  decoration?: 'underline' | 'line-through' | ''
  shadow?: number
  shadowColor?: string
  outline?: number
  outlineColor?: string
  minSize?: number
  maxSize?: number
}
