import { isRecord } from '#record.ts'
import { searchKey } from '#search-key.ts'
import {
  type Binding,
  bindingsIn,
  bindingValue,
  partsOf,
  type RowsByKey,
  replaceBindings,
  type SourceData,
} from './source-data.ts'

/**
 * Values of a screen, which texts, packages, and web addresses show by the names of their fields: `{Screen: Manager | Team}`.
 * They read like a source with one row. Server, console, and player fill them in with the functions below.
 */

/** The name of that source; no data source can have it. */
export const SCREEN_SOURCE = 'Screen'
export const SCREEN_KEY = searchKey(SCREEN_SOURCE)

export const FIELD_KINDS = ['text', 'number', 'color', 'row'] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

/** A value of a screen, with the name of its field. */
export interface ScreenValue {
  name: string
  value: string | number
  /** The key of the source whose row it names. */
  rowOf?: string | undefined
}

/** A field of screens, as far as its values need it. */
interface Field {
  id: string
  name: string
  kind: FieldKind
  /** `row`: the name of the data source. */
  source: string
}

/** Values as texts show them, in the order of their fields. */
export const shownValues = (
  fields: readonly Field[],
  held: readonly { fieldId: string; value: string }[],
): ScreenValue[] =>
  fields.flatMap(({ id, name, kind, source }) => {
    const value = held.find(({ fieldId }) => fieldId === id)?.value
    if (value === undefined) return []
    const rowOf = kind === 'row' ? { rowOf: searchKey(source) } : {}
    return { name, value: kind === 'number' ? Number(value) : value, ...rowOf }
  })

/** The values of a screen as rows. */
export const screenRows = (values: readonly ScreenValue[]): SourceData => ({
  columns: values.map(({ name }) => name),
  rows: [values.map(({ value }) => value)],
  at: 0,
  ...(values.some(({ rowOf }) => rowOf !== undefined) && { rowsOf: values.map(({ rowOf }) => rowOf) }),
})

/** The keys of the sources whose rows values name. */
export const sourcesOfValues = (values: readonly ScreenValue[] = []): string[] =>
  values.flatMap(({ rowOf }) => rowOf ?? [])

const isScreen = ({ source }: Binding) => searchKey(source) === SCREEN_KEY
/** Whether a reference, or one inside it, is to a value of the screen. */
export const namesScreen = (part: Binding): boolean => isScreen(part) || bindingsIn(part.field).some(isScreen)

/** The references to values of a screen in a text, and those around them. */
const screenBindingsIn = (text: string): Binding[] =>
  text.includes('{') ? bindingsIn(text).filter(namesScreen) : []

/** Everything textual in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : []
}

/** The keys of the sources that the texts of a package or an address need to show values of the screen. */
export const sourcesForScreen = (value: unknown): string[] => [
  ...new Set(textsIn(value).flatMap((text) => screenBindingsIn(text).map(({ source }) => searchKey(source)))),
]

/** A field that texts show, and whether they have a text for screens without a value. */
export interface NamedField {
  /** Keys of the field: `Phone of Branch` may be a field, or a column of the row that *Branch* names. */
  keys: readonly string[]
  hasFallback: boolean
}

/** The keys of fields that the texts in a value may show. */
export const fieldKeysIn = (value: unknown): string[] => [
  ...new Set(screenFieldsIn(value).flatMap(({ keys }) => keys)),
]

/** The fields of screens that the texts in a value show. */
export const screenFieldsIn = (value: unknown): NamedField[] =>
  textsIn(value).flatMap((text) => (text.includes('{') ? namedIn(text, false) : []))

const namedIn = (text: string, isCovered: boolean): NamedField[] =>
  partsOf(text).flatMap((part) => {
    if (typeof part === 'string') return []
    const hasFallback = isCovered || part.fallback !== ''
    if (!isScreen(part)) return namedIn(part.field, hasFallback)
    const words = searchKey(part.field).split(' of ')
    return [{ keys: words.map((_, index) => words.slice(index).join(' of ')), hasFallback }]
  })

/** The values of a package with those of a screen. Other braces stay: packages may use braces themselves. */
export function fillModel(value: unknown, rows: RowsByKey): unknown {
  if (typeof value === 'string') return fillScreenText(value, rows)
  if (Array.isArray(value)) return value.map((each) => fillModel(each, rows))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fillModel(each, rows)]))
}

const fillScreenText = (text: string, rows: RowsByKey): string =>
  text.includes('{')
    ? replaceBindings(text, (part, written) =>
        namesScreen(part) ? bindingValue(part, rows) || part.fallback : written,
      )
    : text

/** Whether a text differs by screen, or with the rows of data sources. */
export const showsValues = (value: unknown): boolean =>
  sourcesForScreen(value).length + fieldKeysIn(value).length > 0
