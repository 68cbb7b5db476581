import type { Field, Fields } from '@vitrine/contract/fields/field'
import type { CellData } from '@vitrine/contract/fields/kinds/cell-data'
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
