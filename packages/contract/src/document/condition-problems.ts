import type { Condition, Test } from '#schedule/conditions.ts'
import { answerOf, compare, numberOf, rowsKey } from './conditions.ts'
import type { FilledCell, RowsByKey } from './source-data.ts'

/** The condition without what says nothing; undefined if it asks nothing. */
export function tidyCondition(when: Condition | undefined): Condition | undefined {
  if (!when || when.tests.length === 0) return undefined
  const { tests, any, older, holdSeconds, immediate } = when
  return {
    tests: tests.map(({ of, from, field, is, value }) => ({
      of,
      from,
      field: field.trim(),
      is,
      ...(is !== 'filled' && is !== 'empty' && value !== undefined && { value }),
    })),
    ...(any && tests.length > 1 && { any }),
    ...(older && { older }),
    ...(holdSeconds && { holdSeconds }),
    ...(immediate && { immediate }),
  }
}

const subjectOf = (test: Test) => JSON.stringify([rowsKey(test), test.field.trim().toLowerCase()])

/** Whether no value of a field makes all of these tests of it true. */
function excludeEachOther(tests: readonly Test[]): boolean {
  // A test for an empty field is the only one that is true without a value.
  if (tests.some(({ is }) => is === 'empty') && tests.some(({ is }) => is !== 'empty')) return true
  const wanted = tests.flatMap(({ is, value }) => (is === 'is' && value !== undefined ? [value] : []))
  const [first] = wanted
  if (first !== undefined) {
    // A number has many spellings, which tests of texts tell apart.
    const isNumber = wanted.every((each) => typeof each === 'number')
    const asked = isNumber ? tests.filter(({ value }) => typeof value !== 'string') : tests
    const forms: FilledCell[] = [
      ...wanted,
      ...wanted.map(String),
      ...wanted.flatMap((each) => numberOf(each) ?? []),
    ]
    return !forms.some((form) => asked.every((test) => compare(test, form) === true))
  }
  const texts = (operator: Test['is']) =>
    tests.flatMap(({ is, value }) => (is === operator ? [String(value).toLowerCase().trim()] : []))
  if (texts('contains').some((text) => texts('lacks').includes(text))) return true
  return isEmptyRange(tests)
}

function isEmptyRange(tests: readonly Test[]): boolean {
  let low = { at: Number.NEGATIVE_INFINITY, isIn: true }
  let high = { at: Number.POSITIVE_INFINITY, isIn: true }
  for (const { is, value } of tests) {
    const at = value === undefined ? undefined : numberOf(value)
    if (at === undefined) continue
    const isIn = is === 'atLeast' || is === 'atMost'
    if ((is === 'above' || is === 'atLeast') && (at > low.at || (at === low.at && !isIn))) low = { at, isIn }
    if ((is === 'below' || is === 'atMost') && (at < high.at || (at === high.at && !isIn)))
      high = { at, isIn }
  }
  if (low.at < high.at) return false
  if (low.at > high.at || !low.isIn || !high.isIn) return true
  return tests.some(({ is, value }) => is === 'isNot' && value !== undefined && numberOf(value) === low.at)
}

/**
 * The first test of a condition that others rule out, whatever the values are; undefined if the condition can hold. With
 * `any`, one test is enough, and each can be true.
 */
export function contradictingTest({ tests, any }: Condition): number | undefined {
  if (any) return undefined
  const alike = new Map<string, number[]>()
  for (const [index, test] of tests.entries())
    alike.set(subjectOf(test), [...(alike.get(subjectOf(test)) ?? []), index])
  for (const indexes of alike.values()) {
    const own = indexes.flatMap((index) => tests[index] ?? [])
    if (own.length > 1 && excludeEachOther(own)) return indexes.at(-1)
  }
  return undefined
}

/**
 * What is doubtful about a condition by what its rows are now. `field`: no column has this name. `source`: there is no copy.
 * `number`: the value isn't a number, so it can't be compared. `age`: its values are regularly older than it allows.
 */
export interface Doubt {
  kind: 'source' | 'field' | 'number' | 'age'
  test: number
}

/** `everyOf`: minutes between two copies of the rows with a key; undefined where they are never fetched. */
export function doubtsOf(
  when: Condition,
  rows: RowsByKey,
  everyOf: (key: string) => number | undefined,
  instant: number,
): Doubt[] {
  const { found } = answerOf(when, rows, instant)
  return when.tests.flatMap((test, index): Doubt[] => {
    const { missing, value, true: isTrue } = found[index] ?? { true: null }
    const every = everyOf(rowsKey(test))
    const kinds: Doubt['kind'][] = []
    if (missing === 'source' || missing === 'field') kinds.push(missing)
    if (value !== undefined && isTrue === null) kinds.push('number')
    // Screens ask every five minutes, give or take one.
    if (when.older && every !== undefined && when.older.minutes < every + 6) kinds.push('age')
    return kinds.map((kind) => ({ kind, test: index }))
  })
}

/** Whether nothing of some items plays while no condition holds. */
export const areAllConditional = (items: readonly { when?: Condition | undefined }[]): boolean =>
  items.length > 0 && items.every(({ when }) => when !== undefined)
