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
  value?: string | number | boolean | undefined
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
