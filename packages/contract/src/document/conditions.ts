import { BARE_OPERATORS, type Condition, type Conditions, type Test } from '#schedule/conditions.ts'
import { searchKey } from '#search-key.ts'
import { bindingCell, type FilledCell, hasColumn, type RowsByKey, sourcesInText } from './source-data.ts'

/** Names of data sources contain no slash. */
const PLACE = /^(weather|trigger)\/(.+)$/
/** The key by which the rows of a subject travel, like those of a data source. */
export const rowsKey = ({ of, from }: Pick<Test, 'of' | 'from'>): string =>
  of === 'source' ? searchKey(from) : `${of}/${searchKey(from)}`
/** What a key names, if it isn't a data source. */
export function subjectOfKey(key: string): { of: 'weather' | 'trigger'; from: string } | undefined {
  const [, of, from] = PLACE.exec(key) ?? []
  return of !== undefined && from !== undefined ? { of: of as 'weather' | 'trigger', from } : undefined
}

/** The keys of all rows that a condition reads; references inside fields name more of them. */
export const rowsOfCondition = (when: Condition | undefined): string[] => [
  ...new Set((when?.tests ?? []).flatMap((test) => [rowsKey(test), ...sourcesInText(test.field)])),
]

/** Why a test has no value: no copy of the rows, an unknown field, no rows, or a cell without a value. */
export type Missing = 'source' | 'field' | 'rows' | 'value'

/** What a test found. `true` is null where nothing is known, which counts as false. */
export interface Found {
  true: boolean | null
  value?: FilledCell | undefined
  missing?: Missing | undefined
}

interface ReadTest extends Found {
  /** When the rows were right; undefined without rows. */
  at: number | undefined
  /** When the value ends without new rows. */
  until: number
}

/** The answer of a condition, and the instant at which it may change without new rows. */
export interface Answer {
  plays: boolean
  /** The values are older than the condition allows: `older.plays` decided. */
  isOld: boolean
  until: number
  found: Found[]
}

/**
 * Whether a condition holds at an instant by these rows, and why. Pure: server, console, and screen get the same answer. A
 * field without a value makes a test neither true nor false, and a condition doesn't hold by such a test.
 */
export function answerOf(when: Condition, rows: RowsByKey, instant: number): Answer {
  const found = when.tests.map((test) => readTest(test, rows, instant))
  const isTrue = (each: Found) => each.true === true
  const holds = when.any ? found.some(isTrue) : found.every(isTrue)
  const until = Math.min(...found.map((each) => each.until))
  const { older } = when
  if (!older) return { plays: holds, isOld: false, until, found }
  const oldest = Math.min(...found.map(({ at = Number.NEGATIVE_INFINITY }) => at))
  const old = oldest + older.minutes * 60_000
  if (instant >= old) return { plays: older.plays, isOld: true, until: Number.POSITIVE_INFINITY, found }
  return { plays: holds, isOld: false, until: Math.min(until, old), found }
}

function readTest(test: Test, rows: RowsByKey, instant: number): ReadTest {
  const data = rows(rowsKey(test))
  const never = Number.POSITIVE_INFINITY
  if (!data) return { true: null, missing: 'source', at: undefined, until: never }
  if (test.of === 'trigger') return readTrigger(test, data.rows[0], data.at, instant)
  // Values of the screen are as new as its manifest.
  const at = data.at === 0 ? never : data.at
  const value = cellOf(test, rows)
  if (value !== undefined) return { true: compare(test, value), value, at, until: never }
  const missing = !hasColumn(data, test.field) ? 'field' : data.rows.length === 0 ? 'rows' : 'value'
  if (missing === 'field' || !BARE_OPERATORS.includes(test.is))
    return { true: null, missing, at, until: never }
  return { true: test.is === 'empty', missing, at, until: never }
}

/** A timed trigger ends on the screen, also offline. */
function readTrigger(
  test: Test,
  [raised, end]: readonly unknown[] = [],
  at: number,
  instant: number,
): ReadTest {
  const until = typeof end === 'number' ? end : Number.POSITIVE_INFINITY
  const value = raised === true && instant < until
  return { true: compare(test, value), value, at, until: value ? until : Number.POSITIVE_INFINITY }
}

/** Rows never change: the cells of tests that name no other source. */
const cells = new WeakMap<object, Map<string, FilledCell | null>>()
function cellOf({ of, from, field }: Test, rows: RowsByKey): FilledCell | undefined {
  const source = of === 'source' ? from : rowsKey({ of, from })
  const data = rows(searchKey(source))
  if (!data) return undefined
  if (field.includes('{') || data.rowsOf) return bindingCell({ source, field }, rows)
  const known = cells.get(data) ?? new Map<string, FilledCell | null>()
  cells.set(data, known)
  let cell = known.get(field)
  if (cell === undefined) {
    cell = bindingCell({ source, field }, rows) ?? null
    known.set(field, cell)
  }
  return cell ?? undefined
}

/** A number, also one that a source sends as text. */
export const numberOf = (cell: FilledCell): number | undefined => {
  const number = typeof cell === 'string' && cell.trim() !== '' ? Number(cell) : cell
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

const WORDS = new Map([
  ['true', true],
  ['false', false],
])
const flagOf = (cell: FilledCell): boolean | undefined =>
  typeof cell === 'boolean' ? cell : WORDS.get(searchKey(String(cell)))

function isEqual(cell: FilledCell, value: FilledCell): boolean {
  if (typeof value === 'boolean') return flagOf(cell) === value
  if (typeof value === 'number') return numberOf(cell) === value
  return searchKey(String(cell)) === searchKey(value)
}

/** What a test says about a cell that has a value; null: it can't say. */
export function compare({ is, value }: Pick<Test, 'is' | 'value'>, cell: FilledCell): boolean | null {
  if (is === 'filled' || is === 'empty') return is === 'filled'
  if (value === undefined) return null
  if (is === 'is' || is === 'isNot') return isEqual(cell, value) === (is === 'is')
  if (is === 'contains' || is === 'lacks')
    return searchKey(String(cell)).includes(searchKey(String(value))) === (is === 'contains')
  const [number, limit] = [numberOf(cell), numberOf(value)]
  if (number === undefined || limit === undefined) return null
  if (is === 'above') return number > limit
  if (is === 'atLeast') return number >= limit
  return is === 'below' ? number < limit : number <= limit
}

/** What conditions say by some rows, without a memory of what they said before. */
export const conditionsBy =
  (rows: RowsByKey, instant: number): Conditions =>
  (when) => {
    const { plays, until } = answerOf(when, rows, instant)
    return { value: plays, since: Number.NEGATIVE_INFINITY, until }
  }
