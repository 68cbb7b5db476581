import { searchKey } from '#search-key.ts'

/**
 * Rows of data sources, and references to their fields in widget texts: `{Menu: Price of Espresso | 2.50}`. Separate
 * from the routes because players load no schemas.
 */

export type SourceCell = string | number | boolean | null

/** A source's rows as a table; the first column names each row. */
export interface SourceData {
  columns: string[]
  rows: SourceCell[][]
  /** When it was fetched, milliseconds since 1970 UTC. */
  at: number
  /** In values of a screen, by column: the key of the source whose row the value names. */
  rowsOf?: readonly (string | undefined)[]
}

/** The lookup of a form field that selects a source: `{ "type": "lookup", "lookup": "data-sources" }`. */
export const SOURCES_LOOKUP = 'data-sources'
/** Folder from which a package loads the rows of a source: `data/<name>.json`. */
const DATA_FOLDER = 'data/'
/** Excludes braces, colons, bars and slashes, which delimit names in texts and URLs. */
export const SOURCE_NAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._&'()+-]*[\p{L}\p{M}\p{N})+])?$/u

/** The source whose rows a package requests; undefined for other files. `path`: from `packageKey`. */
export function sourceOfPath(path: string): string | undefined {
  if (!path.startsWith(DATA_FOLDER) || !path.endsWith('.json')) return undefined
  const name = path.slice(DATA_FOLDER.length, -'.json'.length)
  return name === '' || name.includes('/') ? undefined : name
}

/** The text of `data/<name>.json`: rows as objects by column. */
export const sourceFile = (name: string, { columns, rows, at }: SourceData): string =>
  JSON.stringify({
    name,
    updatedAt: new Date(at).toISOString(),
    columns,
    rows: rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]))),
  })

/** A reference in a text to a field of a source. */
export interface Binding {
  /** As written; compared by `searchKey`. */
  source: string
  /**
   * `Price of Espresso`, `Price where Size is Large`, `Title of #1`, or a column alone for the first row. What names the
   * row may be a reference: `Phone of {Screen: Branch}`.
   */
  field: string
  /** Shown while the source has no such value. */
  fallback: string
}

const BINDING =
  /\{([^{}:|\n]{1,100}):((?:[^{}|\n]|\{[^{}:|\n]{1,100}:[^{}\n]{1,200}\}){1,300})(?:\|([^{}\n]{0,300}))?\}/g
const OF = ' of '
const WHERE = ' where '
const IS = ' is '
/** Replaces a reference inside a field; no keyboard has it. */
const INNER = '\uE000'

const bindingOf = (source: string, field: string, fallback: string): Binding => ({
  source: source.trim(),
  field: field.trim(),
  fallback: fallback.trim(),
})

/** Splits a text into literals and references to sources. */
export function partsOf(text: string): (string | Binding)[] {
  const parts: (string | Binding)[] = []
  let end = 0
  for (const match of text.matchAll(BINDING)) {
    const [all, source = '', field = '', fallback = ''] = match
    if (match.index > end) parts.push(text.slice(end, match.index))
    parts.push(bindingOf(source, field, fallback))
    end = match.index + all.length
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

/** The references in a text, those inside others after them. */
export const bindingsIn = (text: string): Binding[] =>
  partsOf(text).flatMap((part) => (typeof part === 'string' ? [] : [part, ...bindingsIn(part.field)]))

/** The keys of the sources that a text references. */
export const sourcesInText = (text: string): string[] =>
  bindingsIn(text).map(({ source }) => searchKey(source))

/** Rows by the key of their source; undefined while there are none. */
export type RowsByKey = (key: string) => SourceData | undefined

/** The value of a reference as text; undefined if it, or what names its row, has none. */
export function bindingValue(binding: Binding, rows: RowsByKey): string | undefined {
  const cell = bindingCell(binding, rows)
  return cell === undefined ? undefined : String(cell)
}

/** A cell that has a value. */
export type FilledCell = NonNullable<SourceCell>

/** The same as the cell that it is. */
export function bindingCell(
  { source, field }: Pick<Binding, 'source' | 'field'>,
  rows: RowsByKey,
): FilledCell | undefined {
  const data = rows(searchKey(source))
  if (!data) return undefined
  if (!field.includes('{')) return fieldCell(data, field) ?? cellOfRow(data, field, rows)
  const inner: string[] = []
  const parts: string[] = []
  for (const part of partsOf(field)) {
    if (typeof part === 'string') parts.push(part)
    else {
      const value = bindingValue(part, rows) || part.fallback
      if (!value) return undefined
      inner.push(value)
      parts.push(INNER)
    }
  }
  return fieldCell(data, parts.join(''), inner)
}

/** `Phone of Branch`, where the value of *Branch* names a row of another source. */
function cellOfRow({ columns, rows: [values], rowsOf }: SourceData, field: string, rows: RowsByKey) {
  for (const [index, key] of (rowsOf ?? []).entries()) {
    const end = `${OF}${searchKey(columns[index] ?? '')}`
    const name = shown(values?.[index])
    const data =
      key !== undefined && name !== undefined && searchKey(field).endsWith(end) ? rows(key) : undefined
    if (data)
      return fieldCell(data, `${field.trim().slice(0, -end.length)}${OF}${INNER}`, [String(name ?? '')])
  }
  return undefined
}

/** The text with each reference replaced; `written`: as it is in the text, from index `at`. */
export const replaceBindings = (
  text: string,
  replace: (part: Binding, written: string, at: number) => string,
): string =>
  text.replace(BINDING, (written: string, source: string, field: string, fallback = '', at = 0) =>
    replace(bindingOf(source, field, fallback), written, at),
  )

/** A text with the values of its references. A missing one is its fallback, or what `missing` returns. */
export const fillText = (
  text: string,
  rows: RowsByKey,
  missing: (part: Binding) => string = () => '',
): string =>
  text.includes('{')
    ? replaceBindings(text, (part) => bindingValue(part, rows) || part.fallback || missing(part))
    : text

/** Formats a reference for a text. */
export const writeBinding = ({ source, field, fallback }: Binding): string =>
  `{${source}: ${field}${fallback ? ` | ${fallback}` : ''}}`

/** The field of a cell for a reference; by row number if the first column isn't unique. */
export function fieldOf({ columns, rows }: SourceData, row: number, column: number): string {
  const key = textOf(rows[row]?.[0])
  const isName = column > 0 && /^[^{}|\n#]{1,100}$/.test(key) && rowNamed(rows, key) === row
  return `${columns[column]}${OF}${isName ? key : `#${row + 1}`}`
}

/** The value of a field as text; undefined if there is none. */
export function fieldValue(data: SourceData, field: string): string | undefined {
  const cell = fieldCell(data, field)
  return cell === undefined ? undefined : String(cell)
}

/** Whether a field names a column of a source, whatever row it names. */
export const hasColumn = ({ columns }: SourceData, field: string): boolean =>
  columns.some((column) => searchKey(column) === searchKey(field)) ||
  [OF, WHERE].some((word) => columnsBefore(columns, field, word).length > 0)

/**
 * The cell of a field; undefined if there is none, or an empty one. `inner`: the values of references inside it, which name
 * a row whatever they contain.
 */
export function fieldCell(
  { columns, rows }: SourceData,
  field: string,
  inner: readonly string[] = [],
): FilledCell | undefined {
  const wanted = searchKey(field)
  const alone = columns.findIndex((column) => searchKey(column) === wanted)
  if (alone >= 0) return shown(rows[0]?.[alone])
  const filled = (key: string) => {
    let next = 0
    return key.trim().replaceAll(INNER, () => inner[next++] ?? '')
  }
  for (const { index, rest } of columnsBefore(columns, field, OF)) {
    const number = /^#(\d{1,5})$/.exec(rest.trim())?.[1]
    const value = shown(rows[number ? Number(number) - 1 : rowNamed(rows, filled(rest))]?.[index])
    if (value !== undefined) return value
  }
  for (const { index, rest } of columnsBefore(columns, field, WHERE))
    for (const { index: by, rest: key } of columnsBefore(columns, rest, IS)) {
      const value = shown(rows[rowNamed(rows, filled(key), by)]?.[index])
      if (value !== undefined) return value
    }
  return undefined
}

/**
 * The columns that a text begins with, before a word, and what follows. The longest name first: it may contain ` of `, as
 * in `Date of birth`.
 */
const columnsBefore = (columns: readonly string[], text: string, word: string) =>
  columns
    .map((column, index) => ({ start: `${searchKey(column)}${word}`, index }))
    .filter(({ start }) => searchKey(text).startsWith(start))
    .sort((a, b) => b.start.length - a.start.length)
    .map(({ start, index }) => ({ index, rest: text.trim().slice(start.length) }))

/** Rows never change: the first row of each name, by column. A thousand conditions may each name another row. */
const namesOfRows = new WeakMap<SourceData['rows'], Map<number, Map<string, number>>>()
function rowNamed(rows: SourceData['rows'], key: string, column = 0): number {
  const columns = namesOfRows.get(rows) ?? new Map<number, Map<string, number>>()
  namesOfRows.set(rows, columns)
  let names = columns.get(column)
  if (!names) {
    names = new Map()
    for (const [index, row] of rows.entries()) {
      const name = searchKey(textOf(row[column]))
      if (!names.has(name)) names.set(name, index)
    }
    columns.set(column, names)
  }
  return names.get(searchKey(key)) ?? -1
}

export const textOf = (cell: SourceCell | undefined): string => (cell == null ? '' : String(cell))
const shown = (cell: SourceCell | undefined): FilledCell | undefined =>
  cell == null || cell === '' ? undefined : cell
