import { type SourceCell, type SourceData, textOf } from '#document/source-data.ts'
import {
  type CellKind,
  hasRowRules,
  type RowLook,
  type RowRule,
  type RowRules,
  type RowSort,
  shiftOf,
} from '#fields/row-rules.ts'
import { searchKey } from '#search-key.ts'
import { cellMoment, type Reader, readingAt } from './cell-moment.ts'
import { cellNumber } from './cell-number.ts'

/** The screen's clock, zone, and language, with which server, console, and player decide alike. */
export interface RowContext extends Reader {
  /** Puts values of the screen into the value of a rule. */
  fill?: (text: string) => string
}

/** A row that is shown. */
export interface ShownRow {
  row: readonly SourceCell[]
  /** Its place among all rows of the source. */
  index: number
  look: RowLook
}

/** Rows beyond these are left out; sources have fewer. */
const ROWS_MAX = 10_000
const PLAIN: RowLook = {}
const DAY_MINUTES = 1440

/** The rows that rules show, in their order. All rows as they are without rules. */
export function shownRows(
  { columns, rows }: Pick<SourceData, 'columns' | 'rows'>,
  rules: RowRules,
  context: RowContext,
): ShownRow[] {
  const all = rows.slice(0, ROWS_MAX).map((row, index) => ({ row, index, look: PLAIN }))
  if (!hasRowRules(rules)) return all
  const places = new Map(columns.map((column, index) => [searchKey(column), index] as const).reverse())
  const placeOf = (column: string) => places.get(searchKey(column)) ?? -1
  const read = reading(context)
  const tests = (rules.rules ?? []).map((rule) => ({ rule, matches: testOf(rule, placeOf, context, read) }))
  const shown = all.flatMap((entry) => {
    const met = tests.filter(({ matches }) => matches(entry.row))
    if (met.some(({ rule }) => rule.hide)) return []
    return [met.length > 0 ? { ...entry, look: lookOf(met.map(({ rule }) => rule)) } : entry]
  })
  return sorted(shown, rules.sort ?? [], placeOf, context.locale, read).slice(0, rules.limit ?? ROWS_MAX)
}

/** Of rules that disagree, the first one decides. */
const lookOf = (met: readonly RowRule[]): RowLook =>
  Object.assign({}, ...met.map(({ look }) => look).reverse())

type Cells = readonly SourceCell[]

/**
 * Whether a row meets a rule. Cells that aren't of the rule's kind meet only *is not*. Nothing meets a rule about a column that
 * isn't there: a renamed column must not empty a screen.
 */
function testOf(
  rule: RowRule,
  placeOf: (column: string) => number,
  context: RowContext,
  read: Read,
): (row: Cells) => boolean {
  const { by, operator } = rule
  const place = placeOf(rule.column)
  const isEmpty = (row: Cells) => textOf(row[place]).trim() === ''
  const other = rule.other === undefined ? undefined : placeOf(rule.other)
  if (place < 0 || (other !== undefined && other < 0)) return () => false
  if (operator === 'empty') return isEmpty
  if (operator === 'filled') return (row) => !isEmpty(row)
  const fixed = other === undefined ? (context.fill?.(rule.value) ?? rule.value) : ''
  if (by === 'text') {
    const wanted = searchKey(fixed)
    return (row) => {
      const compared = other === undefined ? wanted : searchKey(textOf(row[other]))
      return meetsText(operator, searchKey(textOf(row[place])), compared)
    }
  }
  const constant = other === undefined ? fixedValue(fixed, by, context) : undefined
  return (row) => {
    const [value, wanted] = [read(row[place], by), other === undefined ? constant : read(row[other], by)]
    if (value === undefined || wanted === undefined) return operator === 'isNot' && wanted !== undefined
    return meets(operator, differenceOf(value, wanted))
  }
}

function meetsText(operator: RowRule['operator'], text: string, wanted: string): boolean {
  switch (operator) {
    case 'is':
      return text === wanted
    case 'isNot':
      return text !== wanted
    case 'contains':
      return wanted !== '' && text.includes(wanted)
    case 'lacks':
      return wanted !== '' && !text.includes(wanted)
    case 'begins':
      return wanted !== '' && text.startsWith(wanted)
    default:
      return false
  }
}

function meets(operator: RowRule['operator'], difference: number): boolean {
  switch (operator) {
    case 'is':
      return difference === 0
    case 'isNot':
      return difference !== 0
    case 'less':
      return difference < 0
    case 'atMost':
      return difference <= 0
    case 'more':
      return difference > 0
    case 'atLeast':
      return difference >= 0
    default:
      return false
  }
}

/** A number; of dates days, of times minutes, since 1970 where a day is known. */
interface Value {
  value: number
  /** Whether it is a time of any day. */
  isClock?: boolean
}

/** Reads cells of one call, each text once. */
type Read = (cell: SourceCell | undefined, by: Exclude<CellKind, 'text'>) => Value | undefined

function reading(context: RowContext): Read {
  const texts = { number: new Map(), date: new Map(), time: new Map() } as Record<
    Exclude<CellKind, 'text'>,
    Map<SourceCell | undefined, Value | undefined>
  >
  return (cell, by) => {
    const seen = texts[by]
    if (!seen.has(cell)) seen.set(cell, valueIn(cell, by, context))
    return seen.get(cell)
  }
}

function valueIn(
  cell: SourceCell | undefined,
  by: Exclude<CellKind, 'text'>,
  context: RowContext,
): Value | undefined {
  if (by === 'number') return known(cellNumber(cell, context.locale))
  const { day, minutes } = cellMoment(cell, context)
  if (by === 'date') return known(day)
  if (minutes === undefined) return undefined
  return day === undefined ? { value: minutes, isClock: true } : { value: day * DAY_MINUTES + minutes }
}
const known = (value: number | undefined): Value | undefined => (value === undefined ? undefined : { value })

/** What cells are compared with. `today`: the day of times without one. */
type Wanted = Value & { today?: number }

function fixedValue(text: string, by: Exclude<CellKind, 'text'>, context: RowContext): Wanted | undefined {
  const shift = shiftOf(by, text)
  if (shift === undefined) return valueIn(text, by, context)
  const { day = 0, minutes = 0 } = readingAt(context.now, context)
  if (by === 'date') return { value: day + shift }
  // By the minute, as clocks on screens show it.
  return { value: day * DAY_MINUTES + Math.floor(minutes) + shift, today: day }
}

/** A time without a day is one of today beside *now*; beside another moment, only times of day are compared. */
function differenceOf(cell: Value, wanted: Wanted): number {
  if (!cell.isClock && !wanted.isClock) return cell.value - wanted.value
  if (wanted.today !== undefined) return cell.value + wanted.today * DAY_MINUTES - wanted.value
  return timeOf(cell.value) - timeOf(wanted.value)
}
const timeOf = (value: number) => ((value % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES

type Key = string | number | undefined

/** In the order of the columns; equal rows stay in theirs, and rows without a value are last. */
function sorted(
  rows: ShownRow[],
  sort: readonly RowSort[],
  placeOf: (column: string) => number,
  locale: string,
  read: Read,
): ShownRow[] {
  if (sort.length === 0) return rows
  const collator = collatorOf(locale)
  const keyed = rows.map((entry) => ({
    entry,
    keys: sort.map(({ column, by }) => sortKey(entry.row[placeOf(column)], by, read)),
  }))
  const compare = (a: Key, b: Key) =>
    typeof a === 'string' || typeof b === 'string'
      ? collator.compare(String(a), String(b))
      : Number(a) - Number(b)
  keyed.sort((a, b) => {
    for (const [at, { descending }] of sort.entries()) {
      const [first, second] = [a.keys[at], b.keys[at]]
      if (first === undefined && second === undefined) continue
      if (first === undefined) return 1
      if (second === undefined) return -1
      const order = compare(first, second)
      if (order !== 0) return descending ? -order : order
    }
    return 0
  })
  return keyed.map(({ entry }) => entry)
}

function sortKey(cell: SourceCell | undefined, by: CellKind, read: Read): Key {
  if (by !== 'text') return read(cell, by)?.value
  const text = textOf(cell).trim()
  return text === '' ? undefined : text
}

const collators = new Map<string, Intl.Collator>()
/** Natural order: *Gate 2* before *Gate 10*. */
function collatorOf(locale: string): Intl.Collator {
  let found = collators.get(locale)
  if (!found) {
    found = makeCollator(locale)
    collators.set(locale, found)
  }
  return found
}
function makeCollator(locale: string): Intl.Collator {
  const options = { numeric: true, sensitivity: 'base' } as const
  try {
    return new Intl.Collator(locale, options)
  } catch {
    return new Intl.Collator('en', options)
  }
}
