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
/** An entry's time on screen in seconds. `length`: the video's, where known. */
export function secondsOf(duration: number, interval: number, length: number | null | undefined): number {
  if (duration > 0) return duration
  return duration === FULL_VIDEO && length && length > 0 ? length : interval
}

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
