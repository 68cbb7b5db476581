import { type SourceData, textOf } from '#document/source-data.ts'
import type { CellKind } from '#fields/row-rules.ts'
import { searchKey } from '#search-key.ts'
import { cellMoment, type Reader } from './cell-moment.ts'
import { cellNumber } from './cell-number.ts'

/** Rows that decide how a column is compared. */
const SAMPLE = 200

/** How the cells of a column are best compared: as dates, times, or numbers if all of them are, otherwise as text. */
export function columnKind(
  { columns, rows }: Pick<SourceData, 'columns' | 'rows'>,
  column: string,
  reader: Reader,
): CellKind {
  const place = columns.findIndex((name) => searchKey(name) === searchKey(column))
  const cells = rows
    .slice(0, SAMPLE)
    .map((row) => row[place])
    .filter((cell) => textOf(cell).trim() !== '')
  if (cells.length === 0) return 'text'
  const moments = cells.map((cell) => cellMoment(cell, reader))
  // Cells such as 4.50 may be times, but are numbers rather.
  const isClock = cells.some((cell) => !/^[\d.]*$/.test(textOf(cell)))
  if (isClock && moments.every(({ day, minutes }) => day === undefined && minutes !== undefined))
    return 'time'
  if (cells.every((cell) => cellNumber(cell, reader.locale) !== undefined)) return 'number'
  if (moments.every(({ day }) => day !== undefined)) return 'date'
  return 'text'
}
