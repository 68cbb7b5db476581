import type { Field, Fields } from '@vitrine/contract/fields/field'
import { TEXT_MAX } from '@vitrine/contract/fields/kinds/textbox'
import { defaultsOf, type Values } from '@vitrine/contract/fields/values'
import { isShort, withText } from './table.ts'

const oneLine = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trim()

/** The end of the quoted cell at `start`; undefined if there is no valid closing quote. */
function endOfQuoted(text: string, start: number): number | undefined {
  for (let quote = text.indexOf('"', start + 1); quote > 0; quote = text.indexOf('"', quote + 2)) {
    const after = text[quote + 1]
    if (after !== '"') return after === undefined || after === '\t' || after === '\n' ? quote + 1 : undefined
  }
  return undefined
}

/** The cells of each line. Spreadsheets quote multi-line cells and double the quotes in them. */
export function linesOf(text: string): string[][] {
  const plain = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  const lines: string[][] = [[]]
  const bareEnd = /[\t\n]|$/g
  for (let at = 0; ; at++) {
    const quotedEnd = plain[at] === '"' ? endOfQuoted(plain, at) : undefined
    bareEnd.lastIndex = at
    const end = quotedEnd ?? bareEnd.exec(plain)?.index ?? plain.length
    const cell = plain.slice(at, end)
    // Join lines, because our cells have a single one.
    lines.at(-1)?.push(quotedEnd === undefined ? cell : oneLine(cell.slice(1, -1).replaceAll('""', '"')))
    if (end >= plain.length) return lines
    if (plain[end] === '\n') lines.push([])
    at = end
  }
}

const maxOf = (field: Field | undefined): number =>
  field?.type === 'textbox' && field.format !== 'numeric' ? (field.max ?? TEXT_MAX) : TEXT_MAX

/** Letters of a currency, and of the longest price. */
const CURRENCY_LETTERS = 4
const PRICE_LETTERS = 20

/** `4.50`, `4,50 €`, `EGP 45`, in the digits of any script. */
const isPrice = (text: string): boolean =>
  text.length <= PRICE_LETTERS &&
  /\p{Nd}/u.test(text) &&
  (text.match(/\p{L}/gu) ?? []).length <= CURRENCY_LETTERS

const plain = (text: string): string => text.trim().toLowerCase()

/** The column of each heading; undefined if the line has none of the table's headings, and so is a row. */
function byHeadings(line: readonly string[], labels: readonly string[]): (number | undefined)[] | undefined {
  const known = labels.map(plain)
  const found = line.map((cell) => known.indexOf(plain(cell)))
  if (line.some((cell) => /\p{Nd}/u.test(cell)) || found.every((column) => column < 0)) return undefined
  const free = known.map((_, column) => column).filter((column) => !found.includes(column))
  return found.map((column) => (column < 0 ? free.shift() : column))
}

/**
 * The column of each pasted one, from the cell on. A paste with fewer columns than the table puts its prices into the
 * column for them; the first column always goes where it was pasted.
 */
function byContent(
  lines: readonly string[][],
  columns: readonly Field[],
  from: number,
): (number | undefined)[] {
  const width = Math.max(...lines.map(({ length }) => length))
  const free = columns.map((_, column) => column).slice(from)
  if (width >= free.length) return free
  const take = (column: number | undefined) => {
    if (column !== undefined) free.splice(free.indexOf(column), 1)
    return column
  }
  const shortAt = (column: number) => columns[column] !== undefined && isShort(columns[column])
  return Array.from({ length: width }, (_, index) => {
    if (index === 0) return take(free[0])
    const texts = lines.map((line) => line[index]?.trim() ?? '').filter((text) => text !== '')
    const wantsShort = texts.length > 0 && texts.every(isPrice)
    return take(free.find((column) => shortAt(column) === wantsShort) ?? free[0])
  })
}

interface Place {
  row: number
  column: number
}

/**
 * Pastes spreadsheet cells (tab-separated columns, a line per row) into the table from a cell on; adds rows up to
 * `max` and drops the rest. Several lines in the first cell are a new list: no row stays, nor any text of one. A first
 * line of the table's headings (`labels`) says which column is which.
 */
export function pasteCells(
  rows: readonly Values[],
  columns: Fields,
  at: Place,
  text: string,
  { max, labels = [] }: { max: number; labels?: readonly string[] },
): Values[] {
  const names = Object.keys(columns)
  const read = linesOf(text)
  const headed = read.length > 1 && read[0] ? byHeadings(read[0], labels) : undefined
  const lines = headed ? read.slice(1) : read
  const places = headed ?? byContent(lines, Object.values(columns), at.column)
  const isNew = at.row === 0 && at.column === 0 && read.length > 1
  const result = isNew ? [] : [...rows]
  lines.forEach((line, index) => {
    const place = at.row + index
    if (place >= max) return
    // A styled row lends its style.
    const row: Record<string, unknown> = isNew
      ? withoutTexts(rows[Math.min(place, rows.length - 1)] ?? defaultsOf(columns))
      : { ...(result[place] ?? defaultsOf(columns)) }
    line.forEach((cell, offset) => {
      const name = names[places[offset] ?? names.length]
      if (name !== undefined) row[name] = withText(row[name], cell.slice(0, maxOf(columns[name])))
    })
    result[place] = row
  })
  return result
}

const withoutTexts = (row: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, withText(value, '')]))
