import { compareNames } from '#lib/text/compare-names.ts'

export type CellValue = string | number | boolean | null | undefined

export interface Rowed<Row> {
  key: string
  /** What a column sorts and searches by; without it the column does neither. */
  value?: (row: Row) => CellValue
}

/** Not by the language's own rules, which take ten times as long. */
const folded = (value: CellValue) => String(value ?? '').toLowerCase()

/** The rows in which every word of the search occurs, in any column that has a value. */
export function matching<Row>(rows: readonly Row[], columns: readonly Rowed<Row>[], search: string): Row[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (!words.length) return [...rows]
  return rows.filter((row) =>
    words.every((word) => columns.some(({ value }) => value && folded(value(row)).includes(word))),
  )
}

/** Sorted by a column's key, `-key` descending; empty cells last. Rows that compare equal keep their order. */
export function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Rowed<Row>[],
  sort: string | undefined,
): Row[] {
  const descending = sort?.startsWith('-')
  const column = columns.find(({ key }) => key === sort?.replace(/^-/, ''))
  const value = column?.value
  if (!value) return [...rows]
  const direction = descending ? -1 : 1
  return [...rows].sort((a, b) => {
    const [left, right] = [value(a), value(b)]
    const [leftEmpty, rightEmpty] = [isEmpty(left), isEmpty(right)]
    if (leftEmpty || rightEmpty) return Number(leftEmpty) - Number(rightEmpty)
    return compare(left, right) * direction
  })
}

const isEmpty = (value: CellValue) => value === null || value === undefined || value === ''
const compare = (a: CellValue, b: CellValue) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b))

/** One page of the rows; a page beyond the end answers the last one. */
export function pageOf<Row>(rows: readonly Row[], page: number, size: number) {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const current = Math.min(page, pages)
  const from = (current - 1) * size
  return { pages, page: current, from, rows: rows.slice(from, from + size) }
}
