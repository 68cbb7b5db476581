import { SOURCE_COLUMNS_MAX, SOURCE_ROWS_MAX } from '@vitrine/contract/api/data/sources'
import { getLocale } from 'numfmt'
import { type CellFormat, cellFormat, type Displayed, knownLocale } from './number-format.ts'
import { decoded, textReader, type Workbook } from './workbook.ts'
import { isOn, readPart } from './xml-part.ts'

/** Columns that a sheet can have. */
const COLUMNS_MAX = 16_384
const DAY = 86_400_000
/** Day zero of both epochs for dates after February 1900. */
const EPOCHS = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }

export interface SheetRows {
  /** As displayed, without hidden and empty ones; as many as are kept, and the column names. */
  rows: (Displayed | undefined)[][]
  /** Rows in all. */
  count: number
  /** Formulas whose result isn't in the file. */
  unknown: number
}

interface Cell {
  column: number
  type: string
  style: number
  hasFormula: boolean
}

/** Reads the visible cells of a sheet. `language`: of the people who read it. */
export async function readSheet(
  { zip, strings, styles, is1904 }: Workbook,
  { entry }: Workbook['sheets'][number],
  language: string,
): Promise<SheetRows> {
  const locale = knownLocale(language)
  const [yes, no] = getLocale(locale)?.bool ?? ['TRUE', 'FALSE']
  const formats = new Map<number, CellFormat>()
  const formatOf = (style: number): CellFormat => {
    let found = formats.get(style)
    if (!found) {
      const { id, code } = styles[style] ?? { id: 0, code: undefined }
      found = cellFormat(id, code, { locale, is1904 })
      formats.set(style, found)
    }
    return found
  }
  const displayed = ({ type, style }: Cell, value: string): Displayed | undefined => {
    if (type === 'b') return isOn(value) ? yes : no
    if (type === 'e') return value
    const shared = type === 's' ? strings[Number(value)] : value
    if (type === 's' || type === 'str' || type === 'inlineStr')
      return shared === undefined ? shared : formatOf(style).text(shared)
    const number = type === 'd' ? dayOf(value, is1904) : Number(value)
    return Number.isFinite(number) ? formatOf(style).number(number) : undefined
  }

  const found: SheetRows = { rows: [], count: 0, unknown: 0 }
  const columns = new VisibleColumns()
  const text = textReader()
  let row: (Displayed | undefined)[] | undefined
  let hidesRows = false
  let lastColumn = 0
  let cell: Cell | undefined
  let value: string | undefined
  let isValue = false

  const closeCell = () => {
    if (!cell) return
    const inline = text.take()
    const given = cell.type === 'inlineStr' ? inline : cell.type === 'str' ? decoded(value ?? '') : value
    const place = row && columns.placeOf(cell.column)
    if (row && place !== undefined && given !== undefined && given !== '')
      // Further rows are only counted.
      row[place] = found.rows.length > SOURCE_ROWS_MAX ? given : displayed(cell, given)
    else if (row && place !== undefined && cell.hasFormula && value === undefined) found.unknown++
    cell = undefined
  }
  const closeRow = () => {
    if (row?.some((each) => each !== undefined && each !== '')) {
      found.count++
      if (found.rows.length <= SOURCE_ROWS_MAX) found.rows.push(row)
    }
    row = undefined
  }
  await readPart(zip, entry, {
    open: (element, attributes) => {
      text.open(element)
      if (element === 'v') {
        isValue = true
        value = ''
      } else if (element === 'c') {
        const { r: at = '', t: type = 'n', s: style = '0' } = attributes
        lastColumn = columnNumber(at) || lastColumn + 1
        cell = { column: lastColumn, type, style: Number(style), hasFormula: false }
        value = undefined
      } else if (element === 'f' && cell) cell.hasFormula = true
      else if (element === 'row') {
        lastColumn = 0
        const isHidden = attributes.hidden === undefined ? hidesRows : isOn(attributes.hidden)
        row = isHidden ? undefined : []
      } else if (element === 'sheetFormatPr') hidesRows = isOn(attributes.zeroHeight)
      else if (element === 'col') columns.describe(attributes)
    },
    text: (piece) => {
      if (isValue) value += piece
      else text.text(piece)
    },
    close: (element) => {
      text.close(element)
      if (element === 'v') isValue = false
      else if (element === 'c') closeCell()
      else if (element === 'row') closeRow()
    },
  })
  return found
}

/** Maps the columns of a sheet to those of the table, which has no hidden ones. */
class VisibleColumns {
  readonly #hidden = new Uint8Array(COLUMNS_MAX + 1)
  #places: Map<number, number> | undefined

  describe({ min, max, hidden, width }: Readonly<Record<string, string>>): void {
    if (!isOn(hidden) && Number(width ?? 1) !== 0) return
    this.#hidden.fill(1, Number(min), Math.min(Number(max), COLUMNS_MAX) + 1)
  }

  /** Undefined: hidden, or beyond those that are kept. */
  placeOf(column: number): number | undefined {
    if (!this.#places) {
      this.#places = new Map()
      for (let n = 1; n <= COLUMNS_MAX && this.#places.size < SOURCE_COLUMNS_MAX; n++)
        if (!this.#hidden[n]) this.#places.set(n, this.#places.size)
    }
    return this.#places.get(column)
  }
}

/** 1 for `A7`, 27 for `AA7`; 0 without a column. */
function columnNumber(address: string): number {
  const [letters = ''] = /^[A-Z]{1,3}/i.exec(address) ?? []
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}

/** The serial number of an ISO 8601 date. */
function dayOf(iso: string, is1904: boolean): number {
  const instant = Date.parse(/[Zz]|[+-]\d\d:\d\d$/.test(iso) || !iso.includes('T') ? iso : `${iso}Z`)
  return (instant - EPOCHS[is1904 ? 1904 : 1900]) / DAY
}
