import { z } from 'zod'
import type { ActionEntry } from '#document/actions.ts'

/**
 * The form language: settings of widgets, cards and packages described as plain data, because descriptions are
 * stored, checked on the server and arrive inside uploaded packages. What a value means lives in `values.ts`.
 */

type Scalar = string | number | boolean

interface Common {
  /** English, and the default of the translated label. */
  label: string
  help?: string
  required?: boolean
  /** The field counts only while another field of the same level has this value. */
  when?: { field: string; is: Scalar }
}
export interface Choice<V extends string | number = string | number> {
  value: V
  label: string
}

/** `numeric` fields hold a number, all others a string. `max` is characters, or the greatest number. */
export interface TextboxField extends Common {
  type: 'textbox'
  format?: 'text' | 'multiline' | 'url'
  default?: string
  max?: number
  placeholder?: string
}
export interface NumberField extends Common {
  type: 'textbox'
  format: 'numeric'
  default: number
  min?: number
  max?: number
  unit?: string
}
/** A choice out of `options`, out of the server's list `lookup`, or both (then anything of either). */
export interface LookupField extends Common {
  type: 'lookup'
  options?: readonly Choice[]
  /** Name for `GET lookups/{name}`. */
  lookup?: string
  default?: string | number
}
export interface RadioField extends Common {
  type: 'radio'
  options: readonly Choice<string>[]
  default?: string
}
/** Files of the media library. */
export interface AttachmentField extends Common {
  type: 'attachment'
  accept?: readonly ('image' | 'video' | 'package')[]
  /** Files, 1 unless told. */
  max?: number
}
/** What a media zone plays, in order. */
export interface MediaZoneField extends Common {
  type: 'media-zone'
  /** Entries, `MEDIA_ZONE_MAX` unless told. */
  max?: number
}
/** A styled text: `{ text, isBold, isItalic, size }`. */
export interface CellDataField extends Common {
  type: 'cellData'
  default?: CellData
}
/** `''` is "none chosen", allowed where that is the default or `allowEmpty` says so. */
export interface ColorPickerField extends Common {
  type: 'colorPicker'
  default?: string
  allowEmpty?: boolean
  allowTransparent?: boolean
}
export interface CheckboxField extends Common {
  type: 'checkbox'
  default?: boolean
}
export interface FontSettingsField extends Common {
  type: 'font-settings'
  default?: FontSettings
}
export interface ColorSwatchesField extends Common {
  type: 'color-swatches'
  options: readonly string[]
  default?: string
}
export interface ActionsField extends Common {
  type: 'actions'
  /** Actions, `ACTIONS_MAX` unless told. */
  max?: number
}
/** Repeatable groups of fields. */
export interface GroupField extends Common {
  type: 'group'
  item: Fields
  /** Groups, `GROUP_MAX` unless told. */
  max?: number
}

export type Field =
  | TextboxField
  | NumberField
  | LookupField
  | RadioField
  | AttachmentField
  | MediaZoneField
  | CellDataField
  | ColorPickerField
  | CheckboxField
  | FontSettingsField
  | ColorSwatchesField
  | ActionsField
  | GroupField
export type Fields = { readonly [name: string]: Field }

/** The twelve input kinds. */
export const FIELD_TYPES = [
  'textbox',
  'lookup',
  'radio',
  'attachment',
  'media-zone',
  'cellData',
  'colorPicker',
  'checkbox',
  'font-settings',
  'color-swatches',
  'actions',
  'group',
] as const satisfies readonly Field['type'][]
export type FieldType = (typeof FIELD_TYPES)[number]
export type FieldOf<T extends FieldType> = Extract<Field, { type: T }>

export const MEDIA_ZONE_MAX = 30
export const ACTIONS_MAX = 20
export const GROUP_MAX = 50
/** Characters of a textbox, unless told; seconds and pixels stay far below it. */
export const TEXT_MAX = 5000

export interface AttachmentEntry {
  mediaId: string
}
/** `duration` in seconds: above 0 as it says, `FULL_VIDEO` the video's own length, `ZONE_INTERVAL` the zone's interval. */
export interface MediaZoneEntry {
  mediaId: string
  duration: number
}
export const ZONE_INTERVAL = 0
export const FULL_VIDEO = -1
/** The choices of an entry's duration. "Full video" is for videos only. */
export const DURATIONS: readonly Choice<number>[] = [
  { value: ZONE_INTERVAL, label: 'Zone interval' },
  { value: FULL_VIDEO, label: 'Full video' },
  ...[5, 10, 15, 20, 30, 45, 60, 120, 300].map((value) => ({ value, label: `${value} seconds` })),
]
/** The second entry for videos, the first for everything else. */
export const defaultDuration = (mimetype: string): number =>
  mimetype.startsWith('video/') ? FULL_VIDEO : ZONE_INTERVAL
/** An entry's time on screen in seconds. `length`: the video's, where known. */
export function secondsOf(duration: number, interval: number, length: number | null | undefined): number {
  if (duration > 0) return duration
  return duration === FULL_VIDEO && length && length > 0 ? length : interval
}

/** The sizes that texts can have: 10 to 30 in steps of 2. */
export const FONT_SIZES: readonly number[] = Array.from({ length: 11 }, (_, index) => 10 + 2 * index)
export const FONTS = [
  'Arial',
  'Georgia',
  'Courier New',
  'Tahoma',
  'Times New Roman',
  'Verdana',
  'IBM Plex Sans',
] as const
export const ALIGNMENTS = ['left', 'center', 'right'] as const
export type Alignment = (typeof ALIGNMENTS)[number]
export interface FontSettings {
  isBold: boolean
  isItalic: boolean
  alignment: Alignment
  font: string
  /** Layout pixels. */
  size: number
}
export interface CellData {
  text: string
  isBold: boolean
  isItalic: boolean
  /** Layout pixels. */
  size: number
}

/** Without a default nothing may be chosen yet, which is `''`. */
type OrNone<F, V> = F extends { default: unknown } ? V : V | ''
type LookupValue<F> = F extends { lookup: string }
  ? F extends { default: number }
    ? number
    : string
  : F extends { options: readonly { value: infer V }[] }
    ? V
    : string | number
type ValueOf<F> = F extends { type: 'textbox'; format: 'numeric' }
  ? number
  : F extends { type: 'textbox' }
    ? string
    : F extends { type: 'lookup' }
      ? OrNone<F, LookupValue<F>>
      : F extends { type: 'radio'; options: readonly { value: infer V }[] }
        ? OrNone<F, V>
        : F extends { type: 'attachment' }
          ? AttachmentEntry[]
          : F extends { type: 'media-zone' }
            ? MediaZoneEntry[]
            : F extends { type: 'cellData' }
              ? CellData
              : F extends { type: 'colorPicker' | 'color-swatches' }
                ? string
                : F extends { type: 'checkbox' }
                  ? boolean
                  : F extends { type: 'font-settings' }
                    ? FontSettings
                    : F extends { type: 'actions' }
                      ? ActionEntry[]
                      : F extends { type: 'group'; item: infer I }
                        ? ValuesOf<I>[]
                        : never
/** The values that a form of these fields holds, as `readValues` returns them. */
export type ValuesOf<F> = { -readonly [K in keyof F]: ValueOf<F[K]> }

const text = (max: number) => z.string().max(max)
const common = {
  label: text(200),
  help: text(1000).optional(),
  required: z.boolean().optional(),
  when: z.object({ field: text(64), is: z.union([text(1000), z.number(), z.boolean()]) }).optional(),
}
const count = (most: number) => z.int().min(1).max(most).optional()
const choice = <V extends z.ZodType>(value: V) => z.object({ value, label: text(200) })
const choices = <V extends z.ZodType>(value: V) => z.array(choice(value)).max(500)
const size = z.number().min(1).max(1000)
const cell = z.object({ text: text(TEXT_MAX), isBold: z.boolean(), isItalic: z.boolean(), size })
const font = z.object({
  isBold: z.boolean(),
  isItalic: z.boolean(),
  alignment: z.enum(ALIGNMENTS),
  font: text(100),
  size,
})

const plain = [
  z.object({
    ...common,
    type: z.literal('textbox'),
    format: z.enum(['text', 'multiline', 'url']).optional(),
    default: text(100_000).optional(),
    max: count(100_000),
    placeholder: text(200).optional(),
  }),
  z.object({
    ...common,
    type: z.literal('textbox'),
    format: z.literal('numeric'),
    default: z.number(),
    min: z.number().optional(),
    max: z.number().optional(),
    unit: text(20).optional(),
  }),
  z.object({
    ...common,
    type: z.literal('lookup'),
    options: choices(z.union([text(200), z.number()])).optional(),
    lookup: text(60).optional(),
    default: z.union([text(200), z.number()]).optional(),
  }),
  z.object({
    ...common,
    type: z.literal('radio'),
    options: choices(text(200)),
    default: text(200).optional(),
  }),
  z.object({
    ...common,
    type: z.literal('attachment'),
    accept: z.array(z.enum(['image', 'video', 'package'])).optional(),
    max: count(100),
  }),
  z.object({ ...common, type: z.literal('media-zone'), max: count(100) }),
  z.object({ ...common, type: z.literal('cellData'), default: cell.optional() }),
  z.object({
    ...common,
    type: z.literal('colorPicker'),
    default: text(40).optional(),
    allowEmpty: z.boolean().optional(),
    allowTransparent: z.boolean().optional(),
  }),
  z.object({ ...common, type: z.literal('checkbox'), default: z.boolean().optional() }),
  z.object({ ...common, type: z.literal('font-settings'), default: font.optional() }),
  z.object({
    ...common,
    type: z.literal('color-swatches'),
    options: z.array(text(40)).min(1).max(50),
    default: text(40).optional(),
  }),
  z.object({ ...common, type: z.literal('actions'), max: count(100) }),
] as const

/** `toString`, `constructor` and the like would meet JavaScript's own. */
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/
/** Groups inside groups inside groups are no form any more. */
const DEPTH_MAX = 3

const fieldsOfDepth = (depth: number): z.ZodType<Fields> =>
  z
    .record(
      z.string().refine((name) => FIELD_NAME.test(name) && !(name in Object.prototype)),
      depth === 0
        ? z.union(plain)
        : z.union([
            ...plain,
            z.object({
              ...common,
              type: z.literal('group'),
              item: fieldsOfDepth(depth - 1),
              max: count(500),
            }),
          ]),
    )
    .refine((fields) => Object.keys(fields).length <= 100)

/** Checks a description that comes from outside, such as a package's `schema.json`. Undeclared keys are dropped. */
export const Fields: z.ZodType<Fields> = fieldsOfDepth(DEPTH_MAX)
