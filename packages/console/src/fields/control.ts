import type { ActionEntry } from '@vitrine/contract/document/actions'
import type {
  AttachmentEntry,
  CellData,
  Choice,
  FieldOf,
  FieldType,
  FontSettings,
  MediaZoneEntry,
} from '@vitrine/contract/fields/field'
import type { FieldErrors, Values } from '@vitrine/contract/fields/values'
import type { ComponentType } from 'react'
import type { ActionsHost } from './actions/actions-host.ts'
import type { MediaItem } from './media-item.ts'

export interface MediaChoice {
  multiple: boolean
  /** How many at most may be chosen now. */
  max: number
  accept?: readonly ('image' | 'video' | 'package')[]
  /** Cards may be chosen, too: a media zone plays them. */
  cards?: boolean
}

/**
 * What a form needs from its host. When something becomes another (a medium's name arrives), the host is another
 * object.
 */
export interface FieldsHost {
  /** Lets the person choose; answers the chosen ones in order, none when given up. */
  pickMedia: (choice: MediaChoice) => Promise<readonly MediaItem[]>
  /** `undefined` for what does not exist or is not known yet. */
  media: (id: string) => MediaItem | undefined
  /** A list of choices by name, and those that match a search. */
  lookup: (name: string, search: string) => Promise<readonly Choice[]>
  fonts: readonly string[]
  /** Colors offered next to the free choice, in hex. */
  palette: readonly string[]
  actions: ActionsHost
}

/** The value of every field type. */
export interface FieldValues {
  textbox: string | number
  lookup: string | number
  radio: string
  attachment: readonly AttachmentEntry[]
  'media-zone': readonly MediaZoneEntry[]
  cellData: CellData
  colorPicker: string
  checkbox: boolean
  /** Without the parts in which several widgets differ. */
  'font-settings': Partial<FontSettings>
  'color-swatches': string
  actions: readonly ActionEntry[]
  group: readonly Values[]
}

export interface ControlProps<T extends FieldType> {
  /** For the element that the label names. */
  id: string
  label: string
  field: FieldOf<T>
  value: FieldValues[T]
  onChange: (value: FieldValues[T]) => void
  /** Ids of help and error, for screen readers. */
  describedBy: string | undefined
  invalid: boolean
  /** What is wrong below this field, by path. */
  errors: FieldErrors
  /** The values beside this one, for media zones; others get none. */
  values: Values
  host: FieldsHost
}
export type Control<T extends FieldType> = ComponentType<ControlProps<T>>
