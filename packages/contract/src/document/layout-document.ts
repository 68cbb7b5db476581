import { type Action, type ActionEntry, isAction } from '#fields/actions.ts'
import type { Fields, FieldType } from '#fields/field.ts'
import type { MediaZoneEntry } from '#fields/kinds/media-zone.ts'
import {
  actionsIn,
  checkValues,
  defaultsOf,
  type FieldErrors,
  mediaIn,
  readValues,
  replaceIn,
  type Values,
} from '#fields/values.ts'
import { inputsByWidget, type StoredDocument, type StoredInput } from '#inputs-by-widget.ts'
import { rule } from '#rules.ts'
import { type Backdrop, mediaInBackdrop, readBackdrop } from './backdrop.ts'
import { type Frame, readFrame } from './frame.ts'
import { type PageLanguages, writeLanguages } from './page-languages.ts'
import type { PartUse, PartValue } from './part-use.ts'
import { type Piece, readPieces, writePieces } from './pieces.ts'
import { type Pins, readPins } from './pins.ts'
import type { StyleLinks } from './styles.ts'

/**
 * Converts the document of a page (a layout or a card) between the stored form (`api/content/page-document.ts`) and the read
 * form that all other code works with. Callers pass the fields of each widget type, because the contract does not
 * know widgets.
 */

export const WIDGETS_MAX = 500
export const WIDGET_NAME_MAX = 200
export const GROUP_NAME_MAX = 100
export const INPUTS_MAX = 10_000
/** Layout pixels; also the limits of a storyboard's page. */
export const PAGE_MIN = 100
export const PAGE_MAX = 10_000
/** The color of a page that has none. */
export const PAGE_BACKGROUND = 'black'
/** Smallest side of a widget in the designer. */
export const WIDGET_MIN = 20
/** Longest side of a widget in the designer: browsers draw nothing beyond it. */
export const WIDGET_SIDE_MAX = 16_000

/** `translate(Xpx, Ypx)`; fractions and a missing Y are read, too. */
const TRANSLATE = /^\s*translate\(\s*(-?\d+(?:\.\d+)?)(?:px)?\s*(?:,\s*(-?\d+(?:\.\d+)?)(?:px)?\s*)?\)\s*$/
export const isTransform = (text: string): boolean => TRANSLATE.test(text)

/** The fields of every known widget type. */
export type FieldsByType = Readonly<Record<string, Fields>>

/** A parsed widget: corner and size in layout pixels, settings already read. */
export interface ReadWidget {
  id: string
  type: string
  name: string
  zIndex: number
  x: number
  y: number
  width: number
  height: number
  locked?: boolean
  hidden?: boolean
  frame?: Frame
  /** The styles of its settings, by field. */
  styles?: StyleLinks
  /** The name of its group, for the designer; players ignore it. */
  group?: string
  /** What it keeps when its page gets another size. */
  pins?: Pins
  /** The pieces of its texts that have several styles, see `pieces.ts`. */
  pieces?: readonly (readonly Piece[])[]
  /** The part that it shows, see `part-use.ts`. */
  use?: PartUse
  /** In an expanded page: the id of the use that it was made for; never stored. */
  of?: string
  /** False for a type that this version doesn't have: shown as unknown, stored unchanged. */
  known: boolean
  settings: Values
  /** Stored inputs that are not fields of the widget's type (all of them if the type is unknown), by field. */
  extra?: Readonly<Record<string, Omit<StoredInput, 'name'>>>
}
export type PageShape = 'screen'
export interface ReadDocument {
  width: number
  height: number
  /** A color or a gradient. */
  background?: string
  backdrop?: Backdrop
  /** `screen`: it takes the shape of the screen that plays it; see `page-shape.ts`. */
  shape?: PageShape
  /** Its texts in other languages. */
  languages?: PageLanguages
  /** Of a part: what its uses can set. */
  values?: readonly PartValue[]
  widgets: ReadWidget[]
}

export const NO_DOCUMENT: StoredDocument = { width: 1920, height: 1080, widgets: [], config: { inputs: [] } }

export const inputName = (widgetId: string, field: string): string => `${widgetId}-${field}`

/** Layout pixels from the origin of a page. JavaScript writes much larger and smaller numbers with exponents. */
const CORNER_MAX = 1_000_000
const CORNER_MIN = 0.001

/** The corner of a transform in layout pixels; the origin if it can't be parsed. */
export function readTransform(transform: string): { x: number; y: number } {
  const parts = TRANSLATE.exec(transform)
  return { x: readCorner(parts?.[1]), y: readCorner(parts?.[2]) }
}

function readCorner(text = '0'): number {
  const at = Number(text)
  return Math.abs(at) < CORNER_MIN ? 0 : Math.min(Math.max(at, -CORNER_MAX), CORNER_MAX)
}
export const writeTransform = (x: number, y: number): string => `translate(${x}px, ${y}px)`

const fieldsOf = (types: FieldsByType, type: string): Fields | undefined =>
  Object.hasOwn(types, type) ? types[type] : undefined

/** Reads a document; never fails on settings: see `readValues`. Widgets keep their order. */
export function readDocument(document: StoredDocument, types: FieldsByType): ReadDocument {
  const inputs = inputsByWidget(document)
  const backdrop = readBackdrop(document.config.backdrop)
  return {
    width: document.width,
    height: document.height,
    ...(document.config.background !== undefined && { background: document.config.background }),
    ...(backdrop && { backdrop }),
    ...(document.config.shape !== undefined && { shape: document.config.shape }),
    ...(document.config.languages && { languages: document.config.languages }),
    ...(document.config.values && { values: document.config.values }),
    widgets: document.widgets.map(
      ({
        transform,
        frame: storedFrame,
        styles,
        group,
        pins: storedPins,
        pieces: storedPieces,
        ...widget
      }) => {
        const frame = readFrame(storedFrame)
        const pins = readPins(storedPins)
        const pieces = readPieces(storedPieces)
        const fields = fieldsOf(types, widget.type)
        const stored = inputs.get(widget.id) ?? new Map<string, Omit<StoredInput, 'name'>>()
        const extra = [...stored].filter(([field]) => !fields || !Object.hasOwn(fields, field))
        const values = Object.fromEntries([...stored].map(([field, input]) => [field, input.value]))
        return {
          ...widget,
          ...readTransform(transform),
          ...(frame && { frame }),
          ...(styles && { styles }),
          ...(group && { group }),
          ...(pins && { pins }),
          ...(pieces && { pieces }),
          known: fields !== undefined,
          settings: fields ? readValues(fields, values) : {},
          ...(extra.length > 0 && { extra: Object.fromEntries(extra) }),
        }
      },
    ),
  }
}

/**
 * The stored form of a read document. Reading and writing is byte-stable because keys and inputs have one order:
 * widgets in document order, fields as described, then extra inputs.
 */
export function writeDocument(document: ReadDocument, types: FieldsByType): StoredDocument {
  return {
    width: document.width,
    height: document.height,
    widgets: document.widgets.map((widget) => ({
      id: widget.id,
      type: widget.type,
      name: widget.name,
      zIndex: widget.zIndex,
      width: widget.width,
      height: widget.height,
      transform: writeTransform(widget.x, widget.y),
      ...(widget.locked && { locked: true }),
      ...(widget.hidden && { hidden: true }),
      ...(widget.frame && { frame: { ...widget.frame } }),
      ...(widget.styles && { styles: { ...widget.styles } }),
      ...(widget.group && { group: widget.group }),
      ...(widget.pins && { pins: { ...widget.pins } }),
      ...(widget.pieces && { pieces: writePieces(widget.pieces) }),
      ...(widget.use && { use: { ...widget.use } }),
    })),
    config: {
      inputs: document.widgets.flatMap((widget) => [
        ...Object.entries(fieldsOf(types, widget.type) ?? {}).map(([field, { type }]) => ({
          name: inputName(widget.id, field),
          kind: type satisfies FieldType,
          value: widget.settings[field],
        })),
        ...Object.entries(widget.extra ?? {}).map(([field, input]) => ({
          name: inputName(widget.id, field),
          ...input,
        })),
      ]),
      ...(document.background !== undefined && { background: document.background }),
      ...(document.backdrop && { backdrop: { ...document.backdrop } }),
      ...(document.shape !== undefined && { shape: document.shape }),
      ...(document.languages && { languages: writeLanguages(document.languages) }),
      ...(document.values && { values: document.values.map((value) => ({ ...value })) }),
    },
  }
}

/** Problems of a document's settings before saving: rule messages by `<widgetId>-<field path>`. */
export function checkDocument(document: ReadDocument, types: FieldsByType): FieldErrors {
  const errors: FieldErrors = {}
  for (const widget of document.widgets) {
    const fields = fieldsOf(types, widget.type)
    if (!fields) continue
    for (const [path, message] of Object.entries(checkValues(fields, widget.settings)))
      errors[inputName(widget.id, path)] = message
    for (const { field, actions } of actionsIn(fields, widget.settings))
      if (actions.some((entry) => isAction(entry) && loadsFromEmptyZone(entry, document, types)))
        errors[inputName(widget.id, field)] ??= rule('select_media')
  }
  return errors
}

/** Loading media by order needs a zone that has media. A deleted zone is marked, but not refused. */
function loadsFromEmptyZone(action: ActionEntry, document: ReadDocument, types: FieldsByType): boolean {
  if (!isAction(action) || action.verb !== 'LOAD_MEDIA_BY_ORDER' || action.props.layoutId !== '') return false
  const zone = document.widgets.find((widget) => widget.id === action.props.mediaZoneId)
  return zone?.known === true && zoneEntries(zone, types).length === 0
}

/** Ids of the media that a document uses, each once. */
export const mediaInDocument = (document: ReadDocument, types: FieldsByType): string[] => [
  ...new Set([
    ...mediaInBackdrop(document.backdrop),
    ...document.widgets.flatMap((widget) => mediaIn(fieldsOf(types, widget.type) ?? {}, widget.settings)),
  ]),
]

/** The actions of a document, in the order of its widgets. */
export const actionsInDocument = (document: ReadDocument, types: FieldsByType): Action[] =>
  document.widgets
    .flatMap((widget) => actionsIn(fieldsOf(types, widget.type) ?? {}, widget.settings))
    .flatMap(({ actions }) => actions)
    .filter(isAction)

/** A media zone's entries in order; `[]` for any other widget. Media orders of actions refer to these. */
export function zoneEntries(widget: ReadWidget, types: FieldsByType): readonly MediaZoneEntry[] {
  const fields = fieldsOf(types, widget.type) ?? {}
  const name = Object.keys(fields).find((field) => fields[field]?.type === 'media-zone')
  return name === undefined ? [] : (widget.settings[name] as MediaZoneEntry[])
}

/**
 * Copies widgets under new ids, for paste and duplicate. Actions that name a copied media zone of the same layout
 * name its copy; others stay unchanged.
 */
export function copyWidgets(
  widgets: readonly ReadWidget[],
  types: FieldsByType,
  newId: () => string,
): ReadWidget[] {
  const ids = new Map(widgets.map((widget) => [widget.id, newId()]))
  return widgets.map((widget) => ({
    ...widget,
    id: ids.get(widget.id) ?? widget.id,
    settings: replaceIn(fieldsOf(types, widget.type) ?? {}, widget.settings, {
      action: (entry) => {
        if (!isAction(entry) || entry.type !== 'LAYOUT' || entry.props.layoutId !== '') return entry
        const mediaZoneId = ids.get(entry.props.mediaZoneId)
        return mediaZoneId ? { ...entry, props: { ...entry.props, mediaZoneId } } : entry
      },
    }),
  }))
}

/** A new widget from the palette. */
export const newWidget = (
  widget: Omit<ReadWidget, 'known' | 'settings'>,
  types: FieldsByType,
): ReadWidget => ({
  ...widget,
  known: Object.hasOwn(types, widget.type),
  settings: defaultsOf(fieldsOf(types, widget.type) ?? {}),
})
