import type { MediaKind } from '@vitrine/contract/api/media-kinds'
import type { FieldOf, FieldType, KindValue } from '@vitrine/contract/fields/field'
import type { Choice } from '@vitrine/contract/fields/option'
import type { FieldErrors, Values } from '@vitrine/contract/fields/values'
import type { ComponentType } from 'react'
import type { ActionsHost } from './actions/actions-host.ts'
import type { MediaItem } from './media-item.ts'

export interface MediaChoice {
  multiple: boolean
  /** How many at most may be chosen now. */
  max: number
  accept?: readonly MediaKind[]
  /** Cards may be chosen, too: a media zone plays them. */
  cards?: boolean
  /** The folder that opens first. */
  folderId?: string | null
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
  /**
   * Lets the person choose a field of a data source; answers how a text names it, or undefined when given up. Absent where
   * texts name none.
   */
  pickField?: () => Promise<string | undefined>
}

/** The value that a control edits. A font shared by several widgets lacks the parts in which they differ. */
export type ControlValue<T extends FieldType> = T extends 'font-settings'
  ? Partial<KindValue<T>>
  : KindValue<T>

export interface ControlProps<T extends FieldType> {
  /** For the element that the label names. */
  id: string
  label: string
  field: FieldOf<T>
  value: ControlValue<T>
  onChange: (value: ControlValue<T>) => void
  /** Ids of help and error, for screen readers. */
  describedBy: string | undefined
  invalid: boolean
  /** Errors below this field, by path. */
  errors: FieldErrors
  /** The values beside this one, for media zones; others get none. */
  values: Values
  host: FieldsHost
}
/** How the console edits an input kind. */
export interface Control<T extends FieldType> {
  component: ComponentType<ControlProps<T>>
  /** What names it: a `<label>`, a `title` where it has several parts, or the component `itself`. */
  namedBy: 'label' | 'title' | 'itself'
  /** Its part of a widget's form. `beside`: with the look if the widget has one, otherwise with the content. */
  part: 'content' | 'look' | 'actions' | 'beside'
  /** Whether it needs the values of the other fields. */
  readsSiblings?: true
}
