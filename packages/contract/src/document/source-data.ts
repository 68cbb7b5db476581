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
  /** `Price of Espresso`, `Title of #1`, or a column alone for the first row. */
  field: string
  /** Shown while the source has no such value. */
  fallback: string
}

const BINDING = /\{([^{}:|\n]{1,100}):([^{}|\n]{1,300})(?:\|([^{}\n]{0,300}))?\}/g
const OF = ' of '

/** Splits a text into literals and references to sources. */
export function partsOf(text: string): (string | Binding)[] {
  const parts: (string | Binding)[] = []
  let end = 0
  for (const match of text.matchAll(BINDING)) {
    const [all, source = '', field = '', fallback = ''] = match
    if (match.index > end) parts.push(text.slice(end, match.index))
    parts.push({ source: source.trim(), field: field.trim(), fallback: fallback.trim() })
    end = match.index + all.length
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

/** The keys of the sources that a text references. */
export const sourcesInText = (text: string): string[] =>
  partsOf(text).flatMap((part) => (typeof part === 'string' ? [] : [searchKey(part.source)]))

/** Formats a reference for a text. */
export const writeBinding = ({ source, field, fallback }: Binding): string =>
  `{${source}: ${field}${fallback ? ` | ${fallback}` : ''}}`

/** The field of a cell for a reference; by row number if the first column isn't unique. */
export function fieldOf({ columns, rows }: SourceData, row: number, column: number): string {
  const key = textOf(rows[row]?.[0])
  const isName = column > 0 && /^[^{}|\n#]{1,100}$/.test(key) && rowNamed(rows, key) === row
  return `${columns[column]}${OF}${isName ? key : `#${row + 1}`}`
}

/** The value of a field; undefined if there is none. */
export function fieldValue({ columns, rows }: SourceData, field: string): string | undefined {
  const wanted = searchKey(field)
  const alone = columns.findIndex((column) => searchKey(column) === wanted)
  if (alone >= 0) return shown(rows[0]?.[alone])
  // Try the longest column name first: it may contain ` of `, as in `Date of birth`.
  const named = columns
    .map((column, index) => ({ start: `${searchKey(column)}${OF}`, index }))
    .filter(({ start }) => wanted.startsWith(start))
    .sort((a, b) => b.start.length - a.start.length)
  for (const { start, index } of named) {
    const key = field.trim().slice(start.length).trim()
    const number = /^#(\d{1,5})$/.exec(key)?.[1]
    const value = shown(rows[number ? Number(number) - 1 : rowNamed(rows, key)]?.[index])
    if (value !== undefined) return value
  }
  return undefined
}

const rowNamed = (rows: SourceData['rows'], key: string) =>
  rows.findIndex(([first]) => searchKey(textOf(first)) === searchKey(key))

export const textOf = (cell: SourceCell | undefined): string => (cell == null ? '' : String(cell))
const shown = (cell: SourceCell | undefined) => (cell == null || cell === '' ? undefined : String(cell))
