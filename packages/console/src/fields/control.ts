import type { MediaKind } from '@vitrine/contract/api/content/media-kinds'
import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import type { RowContext } from '@vitrine/contract/document/rows/shown-rows'
import type { SourceData } from '@vitrine/contract/document/source-data'
import type { FieldOf, FieldType, KindValue } from '@vitrine/contract/fields/field'
import type { FilesRule } from '@vitrine/contract/fields/files-rule'
import type { MediaZoneEntry } from '@vitrine/contract/fields/kinds/media-zone'
import type { Choice } from '@vitrine/contract/fields/option'
import type { FieldErrors, Values } from '@vitrine/contract/fields/values'
import type { ScreenRule } from '@vitrine/contract/schedule/screen-rule'
import type { ComponentType, ReactNode } from 'react'
import type { ActionsHost } from './actions/actions-host.ts'
import type { MediaItem } from './media-item.ts'
import type { OwnFont } from './own-fonts.ts'

export interface MediaChoice {
  multiple: boolean
  /** The remaining number of choices. */
  max: number
  accept?: readonly MediaKind[]
  /** Cards are valid choices: a media zone plays them. */
  cards?: boolean
  /** The initial folder. */
  folderId?: string | null
}

/** On which screens an entry of a media zone plays. */
export interface EntryScreens {
  name: string
  rule: ScreenRule | undefined
  onChange: (rule: ScreenRule | undefined) => void
  /** The entries of its zone: as the form got them, and with what people changed since. */
  before: readonly MediaZoneEntry[]
  after: readonly MediaZoneEntry[]
}

/** The form's environment. Its identity changes when its data changes, such as when a media item's name loads. */
export interface FieldsHost {
  /** The form of a list that fills itself. Absent where zones can't have one, as in packages. */
  FilesForm?: ComponentType<{ rule: FilesRule; onChange: (rule: FilesRule) => void }>
  /** The button that says on which screens an entry plays. Absent where it plays on all, as in packages. */
  screensOf?: (entry: EntryScreens) => ReactNode
  /** Opens the picker; resolves to the chosen items in order, none if canceled. */
  pickMedia: (choice: MediaChoice) => Promise<readonly MediaItem[]>
  /** `undefined` if it doesn't exist or hasn't loaded. */
  media: (id: string) => MediaItem | undefined
  /** A named list of choices, filtered by a search. */
  lookup: (name: string, search: string) => Promise<readonly Choice[]>
  /**
   * Loads what draws the offered fonts; resolves to the organization's own ones. Absent if a form can't use any of its
   * own.
   */
  openFonts?: () => Promise<readonly OwnFont[]>
  /** Colors offered next to the free choice, in hex. */
  palette: readonly string[]
  actions: ActionsHost
  /** The last rows of a data source, and what reads them as screens do: for rules about rows. */
  rows?: {
    load: (source: string) => Promise<SourceData | undefined>
    context: () => RowContext
    /** The organization's named colors, in hex. */
    colors: () => Promise<readonly string[]>
  }
  /**
   * Opens the picker for data source fields; resolves to the placeholder, or undefined if canceled. Absent if texts
   * can't contain placeholders.
   */
  pickField?: () => Promise<string | undefined>
  /** Says what is wrong with what a widget loads, below its fields; only on pages. */
  notice?: (widget: Pick<ReadWidget, 'type' | 'settings'>) => ReactNode
}

/** The value that a control edits. A font shared by several widgets omits the parts that differ. */
export type ControlValue<T extends FieldType> = T extends 'font-settings'
  ? Partial<KindValue<T>>
  : KindValue<T>

export interface ControlProps<T extends FieldType> {
  /** The id of the labeled element. */
  id: string
  label: string
  field: FieldOf<T>
  value: ControlValue<T>
  onChange: (value: ControlValue<T>) => void
  /** Ids of help and error texts, for screen readers. */
  describedBy: string | undefined
  invalid: boolean
  /** Errors of nested fields, by path. */
  errors: FieldErrors
  /** The sibling values, for kinds that read them. */
  values: Values
  host: FieldsHost
  /** False for a font without a place in a box. */
  aligned?: boolean
}
/** The control for an input kind. */
export interface Control<T extends FieldType> {
  component: ComponentType<ControlProps<T>>
  /** How it is labeled: with a `<label>`, a `title` for several parts, or by the component `itself`. */
  namedBy: 'label' | 'title' | 'itself'
  /** Its form section. `beside`: with the look if the widget has one, otherwise with the content. */
  part: 'content' | 'look' | 'actions' | 'beside'
  /** Whether it needs the values of the other fields. */
  readsSiblings?: true
}
