import fc from 'fast-check'
import type { SourceCell, SourceData } from '#document/source-data.ts'
import { type Condition, OPERATORS, type Test } from '#schedule/conditions.ts'

// What the tests of conditions share.

const cellArb: fc.Arbitrary<SourceCell> = fc.oneof(
  fc.integer({ min: -2, max: 3 }),
  fc.constantFrom('', 'Rain', 'rain ', 'Sun', '2', '1.5', 'true', 'FALSE'),
  fc.boolean(),
  fc.constant(null),
)
const valueArb = fc.oneof(
  fc.integer({ min: -2, max: 3 }),
  fc.constantFrom('rain', 'Sun', '2', 'a'),
  fc.boolean(),
)

export const NOW = Date.parse('2026-06-01T12:00:00Z')
const MINUTE = 60_000
const COLUMNS = ['Name', 'Length', 'Sold out']

const tableArb: fc.Arbitrary<SourceData> = fc.record({
  columns: fc.constant(COLUMNS),
  rows: fc.array(fc.tuple(fc.constantFrom('Desk', 'Bar', 'desk'), cellArb, cellArb), { maxLength: 3 }),
  at: fc.integer({ min: 0, max: 90 }).map((minutes) => NOW - minutes * MINUTE),
})
const triggerArb: fc.Arbitrary<SourceData> = fc.record({
  columns: fc.constant(['Raised', 'Until']),
  rows: fc
    .tuple(fc.boolean(), fc.option(fc.integer({ min: -5, max: 5 }).map((minutes) => NOW + minutes * MINUTE)))
    .map((row) => [row]),
  at: fc.integer({ min: 0, max: 90 }).map((minutes) => NOW - minutes * MINUTE),
})

/** The last good copies of a screen, by key. */
export const rowsArb: fc.Arbitrary<ReadonlyMap<string, SourceData>> = fc
  .record({
    queue: fc.option(tableArb, { nil: undefined, freq: 6 }),
    stock: fc.option(tableArb, { nil: undefined }),
    'trigger/t1': fc.option(triggerArb, { nil: undefined }),
  })
  .map((rows) => new Map(Object.entries(rows).flatMap(([key, data]) => (data ? [[key, data]] : []))))

const testArb: fc.Arbitrary<Test> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      of: fc.constant('source' as const),
      from: fc.constantFrom('Queue', 'queue', 'Stock', 'Gone'),
      field: fc.constantFrom('Length', 'Length of Desk', 'Sold out of Bar', 'Name', 'Price', 'Length of #2'),
      is: fc.constantFrom(...OPERATORS),
      value: valueArb,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      of: fc.constant('trigger' as const),
      from: fc.constant('T1'),
      field: fc.constant('Raised'),
      is: fc.constantFrom('is' as const, 'isNot' as const),
      value: fc.boolean(),
    }),
  },
)

export const conditionArb: fc.Arbitrary<Condition> = fc
  .record({
    tests: fc.array(testArb, { minLength: 1, maxLength: 4 }),
    any: fc.option(fc.constant(true as const), { nil: undefined }),
    older: fc.option(fc.record({ minutes: fc.constantFrom(1, 30, 60), plays: fc.boolean() }), {
      nil: undefined,
    }),
    holdSeconds: fc.option(fc.constantFrom(10, 60, 300), { nil: undefined }),
    immediate: fc.option(fc.constant(true as const), { nil: undefined }),
  })
  // Absent parts, as in JSON.
  .map((when) => JSON.parse(JSON.stringify(when)) as Condition)

/** Whether a condition holds, by another way than the one under test: it knows the tables above and no others. */
export function holdsByHand(
  when: Condition,
  rows: ReadonlyMap<string, SourceData>,
  instant: number,
): boolean {
  const keyOf = (test: Test) => (test.of === 'trigger' ? 'trigger/t1' : test.from.toLowerCase())
  const isOld = (test: Test) => {
    const data = rows.get(keyOf(test))
    return !data || (when.older && instant - data.at >= when.older.minutes * MINUTE)
  }
  if (when.older && when.tests.some(isOld)) return when.older.plays
  const results = when.tests.map((test) => {
    const data = rows.get(keyOf(test))
    return data !== undefined && isTrue(test, data, instant)
  })
  return when.any ? results.includes(true) : !results.includes(false)
}

const plain = (cell: unknown) => String(cell).trim().toLowerCase()

function isTrue({ of, field, is, value }: Test, { rows }: SourceData, instant: number): boolean {
  if (of === 'trigger') {
    const [raised, end] = rows[0] ?? []
    const up = raised === true && (end === null || Number(end) > instant)
    return (up === value) === (is === 'is')
  }
  const [name = '', row] = field.split(' of ')
  const column = COLUMNS.indexOf(name)
  if (column < 0) return false
  const found =
    row === undefined ? rows[0] : row === '#2' ? rows[1] : rows.find(([first]) => plain(first) === plain(row))
  const cell = found?.[column]
  const isBlank = cell === undefined || cell === null || cell === ''
  if (is === 'empty' || is === 'filled') return isBlank === (is === 'empty')
  if (isBlank) return false
  const number = (each: unknown) => (typeof each === 'boolean' ? Number.NaN : Number(each))
  switch (is) {
    case 'above':
      return number(cell) > number(value)
    case 'atLeast':
      return number(cell) >= number(value)
    case 'below':
      return number(cell) < number(value)
    case 'atMost':
      return number(cell) <= number(value)
    case 'contains':
      return plain(cell).includes(plain(value))
    case 'lacks':
      return !plain(cell).includes(plain(value))
    default: {
      const same = typeof value === 'number' ? number(cell) === value : plain(cell) === plain(value)
      return same === (is === 'is')
    }
  }
}
