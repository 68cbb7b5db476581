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
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  const result = [...rows]
  lines.forEach((line, index) => {
    const place = at.row + index
    if (place >= max) return
    const row: Record<string, unknown> = { ...(result[place] ?? defaultsOf(columns)) }
    line.split('\t').forEach((cell, offset) => {
      const name = names[at.column + offset]
      if (name !== undefined) row[name] = withText(row[name], cell.slice(0, TEXT_MAX))
    })
    result[place] = row
  })
  return result
}
