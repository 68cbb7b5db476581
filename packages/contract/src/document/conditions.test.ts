import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ConditionInput } from '#api/base/condition.ts'
import { conditionsHeld, type Held, heldAfter, heldAt } from '#schedule/condition-hold.ts'
import { type Condition, conditionKey, type Test } from '#schedule/conditions.ts'
import { shownAt, storyboardSpans } from '#schedule/show-dates.ts'
import { conditionArb, holdsByHand, NOW, rowsArb } from '#test/random-conditions.ts'
import { contradictingTest, doubtsOf, tidyCondition } from './condition-problems.ts'
import { answerOf, conditionsBy, rowsOfCondition } from './conditions.ts'
import { screenRows } from './screen-values.ts'
import type { SourceData } from './source-data.ts'

const RUNS = { numRuns: 10_000 }
const MINUTE = 60_000
const of = (rows: ReadonlyMap<string, SourceData>) => (key: string) => rows.get(key)
const test = (field: string, is: Test['is'], value?: Test['value']): Test => ({
  ...{ of: 'source', from: 'Queue', field, is },
  ...(value !== undefined && { value }),
})
const queue = (rows: SourceData['rows'], at = NOW): SourceData => ({ columns: ['Desk', 'Length'], rows, at })
const plays = (when: Condition, data: SourceData | undefined, instant = NOW) =>
  answerOf(when, (key) => (key === 'queue' ? data : undefined), instant)

describe('a condition', () => {
  it('holds exactly when its tests say so by hand', () => {
    fc.assert(
      fc.property(conditionArb, rowsArb, (when, rows) => {
        expect(answerOf(when, of(rows), NOW).plays).toBe(holdsByHand(when, rows, NOW))
      }),
      RUNS,
    )
  })

  it('keeps its answer until the instant that it names', () => {
    fc.assert(
      fc.property(conditionArb, rowsArb, fc.integer({ min: 0, max: 90 * MINUTE }), (when, rows, after) => {
        const { plays: now, until } = answerOf(when, of(rows), NOW)
        const later = answerOf(when, of(rows), Math.min(NOW + after, until - 1))
        expect(later.plays).toBe(now)
      }),
      RUNS,
    )
  })

  it('says the same after tidying and after travelling as text', () => {
    fc.assert(
      fc.property(conditionArb, rowsArb, (when, rows) => {
        const tidy = tidyCondition(JSON.parse(JSON.stringify(when)) as Condition) ?? when
        expect(answerOf(tidy, of(rows), NOW).plays).toBe(answerOf(when, of(rows), NOW).plays)
        expect(tidyCondition(tidy)).toEqual(tidy)
        expect(conditionKey(tidy)).toBe(conditionKey({ ...tidy }))
      }),
      RUNS,
    )
  })

  it('contradicts itself only if no rows make it hold', () => {
    let contradictions = 0
    fc.assert(
      fc.property(conditionArb, rowsArb, ({ older: _, ...when }, rows) => {
        if (contradictingTest(when) === undefined) return
        contradictions++
        expect(answerOf(when, of(rows), NOW).plays).toBe(false)
      }),
      { numRuns: 30_000 },
    )
    expect(contradictions).toBeGreaterThan(100)
    const wrong = (...tests: Test[]) => contradictingTest({ tests })
    expect(wrong(test('Length', 'above', 5), test('Length', 'below', 5))).toBe(1)
    expect(wrong(test('Length', 'atLeast', 5), test('Length', 'atMost', 5))).toBeUndefined()
    expect(wrong(test('Length', 'is', 5), test('length ', 'above', 7))).toBe(1)
    expect(wrong(test('Length', 'is', 'a'), test('Length', 'is', 'A'))).toBeUndefined()
    expect(wrong(test('Length', 'is', 'a'), test('Desk', 'is', 'b'))).toBeUndefined()
    expect(wrong(test('Length', 'empty'), test('Length', 'isNot', 3))).toBe(1)
    expect(wrong(test('Length', 'atMost', 2), test('Length', 'atLeast', 2), test('Length', 'isNot', 2))).toBe(
      2,
    )
    expect(
      contradictingTest({ tests: [test('Length', 'is', 1), test('Length', 'is', 2)], any: true }),
    ).toBeUndefined()
  })

  it('does not hold without a value, and says what is missing', () => {
    const above = { tests: [test('Length of Desk 1', 'above', 5)] }
    expect(plays(above, queue([['Desk 1', 7]]))).toMatchObject({
      plays: true,
      found: [{ true: true, value: 7 }],
    })
    const missing = (when: Condition, data?: SourceData) => plays(when, data).found[0]
    expect(missing(above)).toMatchObject({ true: null, missing: 'source' })
    expect(missing(above, queue([]))).toMatchObject({ true: null, missing: 'rows' })
    expect(missing(above, queue([['Desk 2', 7]]))).toMatchObject({ true: null, missing: 'value' })
    expect(missing({ tests: [test('Size', 'is', 5)] }, queue([['Desk 1', 7]]))).toMatchObject({
      missing: 'field',
    })
    for (const is of ['isNot', 'lacks', 'below'] as const)
      expect(plays({ tests: [test('Length', is, 5)] }, queue([])).plays).toBe(false)
    expect(plays({ tests: [test('Length', 'empty')] }, queue([])).plays).toBe(true)
    expect(plays({ tests: [test('Size', 'empty')] }, queue([['Desk 1', 7]])).plays).toBe(false)
    expect(plays({ tests: [test('Length', 'empty')] }, undefined).plays).toBe(false)
  })

  it('compares numbers that come as text, and no others', () => {
    const above = { tests: [test('Length', 'above', 5)] }
    expect(plays(above, queue([['Desk 1', '7']])).plays).toBe(true)
    expect(plays(above, queue([['Desk 1', 'many']])).found).toEqual([
      expect.objectContaining({ true: null, value: 'many' }),
    ])
    expect(
      doubtsOf(
        above,
        () => queue([['Desk 1', 'many']]),
        () => undefined,
        NOW,
      ),
    ).toEqual([{ kind: 'number', test: 0 }])
  })

  it('reads the row that a value of the screen names', () => {
    const rows = new Map([
      [
        'queue',
        queue([
          ['North', 2],
          ['South', 9],
        ]),
      ],
      ['screen', screenRows([{ name: 'Branch', value: 'South' }])],
    ])
    const when = { tests: [test('Length of {Screen: Branch}', 'above', 5)] }
    expect(answerOf(when, of(rows), NOW).plays).toBe(true)
    expect(rowsOfCondition(when)).toEqual(['queue', 'screen'])
    const own: Condition = {
      tests: [{ of: 'source', from: 'Screen', field: 'Branch', is: 'is', value: 'south' }],
    }
    expect(answerOf({ ...own, older: { minutes: 1, plays: false } }, of(rows), NOW).plays).toBe(true)
  })

  it('decides by the age of its oldest rows, from the minute on', () => {
    const tests = [test('Length', 'above', 5)]
    const at = (minutes: number) => queue([['Desk 1', 7]], NOW - minutes * MINUTE)
    expect(plays({ tests, older: { minutes: 30, plays: false } }, at(29))).toMatchObject({
      plays: true,
      until: NOW + MINUTE,
    })
    expect(plays({ tests, older: { minutes: 30, plays: false } }, at(30))).toMatchObject({
      plays: false,
      isOld: true,
    })
    expect(plays({ tests, older: { minutes: 30, plays: true } }, queue([], NOW - 31 * MINUTE)).plays).toBe(
      true,
    )
    expect(plays({ tests, older: { minutes: 30, plays: true } }, undefined).plays).toBe(true)
    expect(plays({ tests }, at(100_000)).plays).toBe(true)
  })

  it('of a timed trigger ends without new rows', () => {
    const when: Condition = { tests: [{ of: 'trigger', from: 'T1', field: 'Raised', is: 'is', value: true }] }
    const rows = new Map([
      ['trigger/t1', { columns: ['Raised', 'Until'], rows: [[true, NOW + MINUTE]], at: NOW }],
    ])
    expect(answerOf(when, of(rows), NOW)).toMatchObject({ plays: true, until: NOW + MINUTE })
    expect(answerOf(when, of(rows), NOW + MINUTE).plays).toBe(false)
  })

  it('is refused with words if it can never be true, or says too little', () => {
    const issues = (when: unknown) =>
      ConditionInput.safeParse(when).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    expect(issues({ tests: [test('Length', 'above', 5), test('Length', 'below', 3)] })).toEqual([
      'tests.1.value: never_true',
    ])
    expect(issues({ tests: [] })).toEqual(['tests: required'])
    expect(issues({ tests: [test('Length', 'above')] })).toEqual(['tests.0.value: required'])
    expect(issues({ tests: [test('Length', 'above', '5')] })).toEqual(['tests.0.value: numeric'])
    expect(issues({ tests: [{ ...test('Rain', 'is', 'a'), of: 'weather' }] })).toEqual([
      'tests.0.field: unknown',
    ])
    expect(issues({ tests: [test('Length', 'empty', 5)] })).toBeUndefined()
    expect(issues(undefined)).toBeUndefined()
    expect(issues({ tests: Array.from({ length: 11 }, () => test('Length', 'filled')) })).toHaveLength(1)
  })
})

describe('pages with conditions', () => {
  const itemArb = fc.record({ when: fc.option(conditionArb, { nil: undefined }) })

  it('are shown exactly while their conditions hold, and all of them without an answer', () => {
    fc.assert(
      fc.property(fc.array(itemArb, { minLength: 1, maxLength: 4 }), rowsArb, (items, rows) => {
        const traits = { tags: [], places: [], conditions: conditionsBy(of(rows), NOW) }
        const expected = items.flatMap(({ when }, index) =>
          !when || holdsByHand(when, rows, NOW) ? [index] : [],
        )
        expect(shownAt(items, 'Etc/GMT', NOW, undefined, traits).value).toEqual(expected)
        expect(storyboardSpans(items, undefined, traits)?.length).toBe(expected.length > 0 ? undefined : 0)
        expect(shownAt(items, 'Etc/GMT', NOW).value).toHaveLength(items.length)
        expect(storyboardSpans(items)).toBeNull()
      }),
      RUNS,
    )
  })

  it('count from the change of a condition of a page that plays on the screen, and of no other', () => {
    const [here, elsewhere] = [{ anyTags: ['bar'] }, { anyTags: ['lobby'] }]
    const when = { tests: [test('Length', 'above', 5)] }
    const held: Held = { value: true, since: NOW - 5000, next: { value: false, from: NOW + 5000 } }
    const conditions = conditionsHeld(new Map([[conditionKey(when), held]]), NOW)
    const traits = { tags: ['bar'], places: [], conditions }
    const shown = (screens: object) => shownAt([{}, { when, screens }], 'Etc/GMT', NOW, undefined, traits)
    expect(shown(here)).toEqual({ value: [0, 1], since: NOW - 5000, until: NOW + 5000 })
    expect(shown(elsewhere)).toEqual({
      value: [0],
      since: Number.NEGATIVE_INFINITY,
      until: Number.POSITIVE_INFINITY,
    })
  })
})

describe('the memory of a condition', () => {
  const endOfPage = (from: number) => Math.ceil(from / 10_000) * 10_000

  it('changes no sooner than its hold time allows, at ends of pages or immediately, and ends right', () => {
    const saidArb = fc.array(fc.tuple(fc.integer({ min: 1, max: 60_000 }), fc.boolean()), {
      minLength: 1,
      maxLength: 30,
    })
    fc.assert(
      fc.property(conditionArb, saidArb, (when, said) => {
        let held: Held | undefined
        let instant = NOW
        const changes: number[] = []
        let shown: boolean | undefined
        const look = (at: number) => {
          if (!held) return
          const { value, since } = heldAt(held, at)
          if (shown !== undefined && value !== shown) changes.push(since)
          shown = value
        }
        for (const [wait, answer] of said) {
          for (let at = instant; at < instant + wait; at += 5000) look(at)
          instant += wait
          look(instant)
          held = heldAfter(when, { plays: answer, before: held, instant, endOfPage })
          look(instant)
        }
        for (const [index, at] of changes.entries()) {
          if (!when.immediate) expect(at % 10_000).toBe(0)
          const before = changes[index - 1]
          if (before !== undefined) expect(at - before).toBeGreaterThanOrEqual((when.holdSeconds ?? 0) * 1000)
        }
        const last = said.at(-1)?.[1]
        expect(held && heldAt(held, instant + 400_000).value).toBe(last)
      }),
      RUNS,
    )
  })

  it('is new after a start: the first answer is in force, and counts from no instant', () => {
    const when = { tests: [test('Length', 'filled')], holdSeconds: 60 }
    const first = heldAfter(when, { plays: true, before: undefined, instant: NOW, endOfPage })
    expect(first).toEqual({ value: true, since: Number.NEGATIVE_INFINITY, next: null })
    const away = heldAfter(when, { plays: false, before: first, instant: NOW + 1, endOfPage })
    expect(away.next).toEqual({ value: false, from: NOW + 10_000 })
    expect(heldAfter(when, { plays: true, before: away, instant: NOW + 2, endOfPage }).next).toBeNull()
  })
})
