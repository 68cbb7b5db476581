import { type CellData, type Fields, TEXT_MAX } from '@vitrine/contract/fields/field'
import { defaultsOf, type Values } from '@vitrine/contract/fields/values'

/** Rows on a page of the table dialog. */
export const TABLE_PAGE_SIZE = 6

/** Whether a group's fields can stand as the columns of a table: texts, plain or styled. */
export const isTable = (fields: Fields): boolean =>
  Object.values(fields).length > 0 &&
  Object.values(fields).every(
    ({ type, ...field }) =>
      type === 'cellData' || (type === 'textbox' && !('format' in field && field.format === 'numeric')),
  )

const isCell = (value: unknown): value is CellData =>
  typeof value === 'object' && value !== null && 'text' in value

export const cellText = (value: unknown): string => (isCell(value) ? value.text : String(value ?? ''))
/** The cell with another text; a styled one keeps its style. */
export const withText = (value: unknown, text: string): unknown => (isCell(value) ? { ...value, text } : text)

export const isEmptyRow = (row: Values | undefined): boolean =>
  row !== undefined && Object.values(row).every((value) => cellText(value).trim() === '')
export const withoutEmpty = (rows: readonly Values[]): Values[] => rows.filter((row) => !isEmptyRow(row))

/** The first group stands there without being one: when all that was typed into it is gone again, there is none. */
export const withoutBlank = (groups: readonly Values[], fields: Fields): readonly Values[] =>
  groups.length === 1 && JSON.stringify(groups[0]) === JSON.stringify(defaultsOf(fields)) ? [] : groups

/** One cell and what ends it. Spreadsheets put a cell of several lines between quotes, and double those that are in it. */
const CELL = /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))(\t|\n|$)/y

function linesOf(text: string): string[][] {
  const plain = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  const lines: string[][] = [[]]
  CELL.lastIndex = 0
  for (;;) {
    const [, quoted, bare = '', end] = CELL.exec(plain) ?? []
    // A cell of ours is one line.
    lines.at(-1)?.push(quoted?.replaceAll('""', '"').replace(/\s*\n\s*/g, ' ') ?? bare)
    if (!end) return lines
    if (end === '\n') lines.push([])
  }
}

/**
 * Cells as spreadsheets copy them (tabs between columns, a line per row) written over the table from a cell on; rows
 * are added as needed, up to `max`. What does not fit is left out.
 */
export function pasteCells(
  rows: readonly Values[],
  columns: Fields,
  at: { row: number; column: number },
  text: string,
  max: number,
): Values[] {
  const names = Object.keys(columns)
  const result = [...rows]
  linesOf(text).forEach((line, index) => {
    const place = at.row + index
    if (place >= max) return
    const row: Record<string, unknown> = { ...(result[place] ?? defaultsOf(columns)) }
    line.forEach((cell, offset) => {
      const name = names[at.column + offset]
      if (name !== undefined) row[name] = withText(row[name], cell.slice(0, TEXT_MAX))
    })
    result[place] = row
  })
  return result
}
