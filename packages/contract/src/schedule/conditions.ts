import {
  bindingCell,
  type FilledCell,
  hasColumn,
  type RowsByKey,
  sourcesInText,
} from '#document/source-data.ts'
import { searchKey } from '#search-key.ts'
import type { TimedValue } from './timed-value.ts'

/**
 * Conditions decide while it plays whether a page of a storyboard does: by a field of a data source, the weather, or the
 * state of a trigger. They are data, never code, and a screen decides them offline, from the last good copy of the rows.
 */

/** `source`: a data source by its name. `weather`: a city. `trigger`: a trigger by its id. */
export const SUBJECTS = ['source', 'weather', 'trigger'] as const
export type Subject = (typeof SUBJECTS)[number]

export const OPERATORS = [
  'is',
  'isNot',
  'above',
  'atLeast',
  'below',
  'atMost',
  'contains',
  'lacks',
  'filled',
  'empty',
] as const
export type Operator = (typeof OPERATORS)[number]

/** Operators that compare numbers, and those that take no value. */
export const NUMBER_OPERATORS: readonly Operator[] = ['above', 'atLeast', 'below', 'atMost']
export const BARE_OPERATORS: readonly Operator[] = ['filled', 'empty']

export interface Test {
  of: Subject
  /** The name of a source, the city's value of the lookup `cities`, or the id of a trigger. */
  from: string
  /** As texts name fields: `Price of Espresso`, or a column alone for the first row. */
  field: string
  is: Operator
  value?: FilledCell | undefined
}

export interface Condition {
  /** All of them must be true, or with `any` one. */
  tests: Test[]
  any?: true | undefined
  /** While the screen's newest values are older than so many minutes: whether the page plays then. Absent: by the last ones. */
  older?: { minutes: number; plays: boolean } | undefined
  /** Seconds for which an answer holds at least. */
  holdSeconds?: number | undefined
  /** The page comes and goes immediately. Absent: when the page that shows has ended. */
  immediate?: true | undefined
}

export const TESTS_MAX = 10
export const OLDER_MINUTES_MAX = 10_080
export const HOLD_SECONDS_MAX = 3600

/** What conditions say at one instant: whether each holds, since when, and until when as far as is known. */
export type Conditions = (when: Condition) => TimedValue<boolean>

/** Of a question that isn't about one moment: as if no condition held. */
export const NONE_HOLD: Conditions = () => ({
  value: false,
  since: Number.NEGATIVE_INFINITY,
  until: Number.POSITIVE_INFINITY,
})

/** The columns of the rows that stand for weather, and for a trigger. */
export const WEATHER_FIELDS = ['Condition', 'Temperature', 'Humidity', 'Wind', 'Daylight'] as const
export const TRIGGER_FIELDS = ['Raised', 'Until'] as const

/** Names of data sources contain no slash. */
const PLACE = /^(weather|trigger)\/(.+)$/
/** The key by which the rows of a subject travel, like those of a data source. */
export const rowsKey = ({ of, from }: Pick<Test, 'of' | 'from'>): string =>
  of === 'source' ? searchKey(from) : `${of}/${searchKey(from)}`
/** What a key stands for, if it isn't a data source. */
export function subjectOfKey(key: string): { of: 'weather' | 'trigger'; from: string } | undefined {
  const [, of, from] = PLACE.exec(key) ?? []
  return of !== undefined && from !== undefined ? { of: of as 'weather' | 'trigger', from } : undefined
}

/** The keys of all rows that a condition reads; references inside fields name more of them. */
export const rowsOfCondition = (when: Condition | undefined): string[] => [
  ...new Set((when?.tests ?? []).flatMap((test) => [rowsKey(test), ...sourcesInText(test.field)])),
]

/** Conditions never change. */
const keys = new WeakMap<Condition, string>()
/** The same for conditions that say the same. */
export function conditionKey(when: Condition): string {
  let key = keys.get(when)
  if (key === undefined) {
    const { tests, any, older, holdSeconds, immediate } = when
    const each = tests.map(({ of, from, field, is, value }) => [of, from, field, is, value ?? null])
    key = JSON.stringify([each, any, older?.minutes, older?.plays, holdSeconds, immediate])
    keys.set(when, key)
  }
  return key
}

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
