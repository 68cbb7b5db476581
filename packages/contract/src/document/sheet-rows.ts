import { type SourceCell, type SourceData, textOf } from './source-data.ts'

/** A line of a list, as text widgets draw them. */
interface SheetRow {
  label: string
  note: string
  price: string
}

/** What sheets call their columns of prices and descriptions, in the languages of the console. */
const PRICE = /price|preis|prix|precio|سعر/i
const NOTE = /note|descri|beschr|notiz|وصف/i

/** The most characters of each part; see the fields of text widgets. */
const MOST = { label: 200, note: 200, price: 20 }

/** A number, with or without a currency. */
const isAmount = (cell: SourceCell | undefined): boolean =>
  typeof cell === 'number' ||
  (typeof cell === 'string' && /^\p{Sc}?\s?-?\d[\d.,'\s]*\s?(\p{Sc}|[A-Z]{3})?$/u.test(cell.trim()))

/** The columns of a sheet that a list shows; -1: none. The first column names the rows. */
export function listColumns({ columns, rows }: Pick<SourceData, 'columns' | 'rows'>) {
  const others = columns.map((name, index) => ({ name, index })).slice(1)
  const filled = (index: number) => rows.filter((row) => textOf(row[index]) !== '')
  const amounts = others.filter(({ index }) => {
    const cells = filled(index)
    return cells.length > 0 && cells.every((row) => isAmount(row[index]))
  })
  const called = (pattern: RegExp, among = others) => among.find(({ name }) => pattern.test(name))
  const price = (called(PRICE, amounts) ?? called(PRICE) ?? amounts.at(-1))?.index ?? -1
  const texts = others.filter(({ index }) => index !== price && filled(index).length > 0)
  const note = (called(NOTE, texts) ?? texts[0])?.index ?? -1
  return { label: 0, note, price }
}

/** Reads rows of a sheet as lines of a list: a name, a note, and a price. */
export function lineOf(data: Pick<SourceData, 'columns' | 'rows'>): (row: readonly SourceCell[]) => SheetRow {
  const { note, price } = listColumns(data)
  const text = (row: readonly SourceCell[], index: number, length: number) =>
    index < 0 ? '' : textOf(row[index]).slice(0, length)
  return (row) => ({
    label: text(row, 0, MOST.label),
    note: text(row, note, MOST.note),
    price: text(row, price, MOST.price),
  })
}

/** Whether a row of a sheet has a name; the others aren't in lists. */
export const isNamed = ([name]: readonly SourceCell[]): boolean => textOf(name).trim() !== ''

/** The first rows of a sheet as a list. */
export const sheetRows = (data: Pick<SourceData, 'columns' | 'rows'>, most: number): SheetRow[] =>
  data.rows.filter(isNamed).slice(0, most).map(lineOf(data))

/** The columns of a list that was typed, for its rules. */
export const TYPED_COLUMNS = ['Name', 'Note', 'Price'] as const
