import type { Field, Fields } from '@vitrine/contract/fields/field'
import type { CellData } from '@vitrine/contract/fields/kinds/cell-data'
import { TEXT_MAX } from '@vitrine/contract/fields/kinds/textbox'
import { defaultsOf, type Values } from '@vitrine/contract/fields/values'
import type { ClipboardEvent } from 'react'

/** Rows per page of the table dialog. */
export const TABLE_PAGE_SIZE = 6

/** Whether a group's fields can be table columns: plain or styled texts. */
export const isTable = (fields: Fields): boolean =>
  Object.values(fields).length > 0 &&
  Object.values(fields).every(
    ({ type, ...field }) =>
      type === 'cellData' || (type === 'textbox' && !('format' in field && field.format === 'numeric')),
  )

/** The maximum text length of a narrow column, such as a price. */
const SHORT_MAX = 20
export const isShort = (field: Field): boolean =>
  field.type === 'textbox' && field.max !== undefined && field.max <= SHORT_MAX

const isCell = (value: unknown): value is CellData =>
  typeof value === 'object' && value !== null && 'text' in value

export const cellText = (value: unknown): string => (isCell(value) ? value.text : String(value ?? ''))
/** The cell with a new text; a styled cell keeps its style. */
export const withText = (value: unknown, text: string): unknown => (isCell(value) ? { ...value, text } : text)

export const isEmptyRow = (row: Values | undefined): boolean =>
  row !== undefined && Object.values(row).every((value) => cellText(value).trim() === '')
export const withoutEmpty = (rows: readonly Values[]): Values[] => rows.filter((row) => !isEmptyRow(row))

/** Handles a paste of several cells; text without tabs and newlines is left to the field. */
export const takeCells = (take: (text: string) => void) => (event: ClipboardEvent) => {
  const text = event.clipboardData.getData('text/plain')
  if (!/[\t\n\r]/.test(text)) return
  event.preventDefault()
  take(text)
}

/** A single blank group is a placeholder and is not stored. */
export const withoutBlank = (groups: readonly Values[], fields: Fields): readonly Values[] =>
  groups.length === 1 && JSON.stringify(groups[0]) === JSON.stringify(defaultsOf(fields)) ? [] : groups

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

/** Spreadsheets quote multi-line cells and double the quotes in them. */
function linesOf(text: string): string[][] {
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

/**
 * Pastes spreadsheet cells (tab-separated columns, a line per row) into the table from a cell on; adds rows up to
 * `max` and drops the rest.
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
      if (name !== undefined) row[name] = withText(row[name], cell.slice(0, maxOf(columns[name])))
    })
    result[place] = row
  })
  return result
}
