import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SourceCell } from '#document/source-data.ts'
import { rowRules } from '#fields/kinds/row-rules.ts'
import { CELL_KINDS, OPERATORS_OF, type RowRules } from '#fields/row-rules.ts'
import { cellMoment } from './cell-moment.ts'
import { cellNumber } from './cell-number.ts'
import { columnKind } from './column-kind.ts'
import { type RowContext, shownRows } from './shown-rows.ts'

/** A Monday, 14:30 in Berlin. */
const NOW = Date.UTC(2026, 10, 30, 13, 30)
const CONTEXT: RowContext = { now: NOW, timeZone: 'Europe/Berlin', locale: 'de-DE' }

describe('numbers in cells', () => {
  test.each([
    ['1.234,50 €', 'de-DE', 1234.5],
    ['1.234,50 €', 'en-US', 1234.5],
    ['€ 1,234.50', 'de-DE', 1234.5],
    ['1.234', 'de-DE', 1234],
    ['1.234', 'en-US', 1.234],
    ['1,234', 'en-US', 1234],
    ['1,234', 'fr-FR', 1.234],
    ['0.125', 'de-DE', 0.125],
    ['1 234 567,8', 'fr-FR', 1234567.8],
    ["1'234.50", 'de-CH', 1234.5],
    ['1.234.567', 'en-US', 1234567],
    ['4,50', 'en-US', 4.5],
    ['12 %', 'en-US', 12],
    ['(12.00)', 'en-US', -12],
    ['−5 °C', 'de-DE', -5],
    ['-€3', 'en-US', -3],
    ['USD 12', 'en-US', 12],
    ['12 kg', 'en-US', 12],
    ['١٢٫٥', 'ar-EG', 12.5],
    ['.5', 'en-US', 0.5],
    ['3.', 'en-US', 3],
    [7, 'de-DE', 7],
  ] as const)('%s in %s is %d', (cell, locale, value) => {
    expect(cellNumber(cell, locale)).toBe(value)
  })
  test.each([
    '',
    'sold out',
    'A320',
    'LH 400',
    '12 of 30',
    '30.11.2026',
    '1 2',
    '1e999',
    '#N/A',
    true,
    null,
    '1'.repeat(61),
  ])('%s is none', (cell) => expect(cellNumber(cell, 'en-US')).toBeUndefined())
})

describe('days and times in cells', () => {
  const shown = (cell: SourceCell, locale: string) => {
    const { day, minutes } = cellMoment(cell, { ...CONTEXT, locale })
    return [day === undefined ? '' : new Date(day * 86_400_000).toISOString().slice(0, 10), minutes ?? '']
  }
  test.each([
    ['2026-11-30', 'en-US', '2026-11-30', ''],
    ['2026-11-30T23:30:00Z', 'en-US', '2026-12-01', 30],
    ['2026-11-30 14:30', 'en-US', '2026-11-30', 870],
    ['2026-11-30T01:00+09:00', 'en-US', '2026-11-29', 1020],
    ['30.11.2026', 'en-US', '2026-11-30', ''],
    ['30.11.26, 9:05 Uhr', 'de-DE', '2026-11-30', 545],
    ['11/30/2026', 'de-DE', '2026-11-30', ''],
    ['3/4/2026', 'en-US', '2026-03-04', ''],
    ['3/4/2026', 'en-GB', '2026-04-03', ''],
    ['30-Nov-26', 'en-US', '2026-11-30', ''],
    ['Nov 30, 2026 2:30 PM', 'en-US', '2026-11-30', 870],
    ['Monday, November 30, 2026', 'de-DE', '2026-11-30', ''],
    ['30. November 2026', 'de-DE', '2026-11-30', ''],
    ['1 mars 2026', 'fr-FR', '2026-03-01', ''],
    ['30 de noviembre de 2026', 'es-ES', '2026-11-30', ''],
    ['٣٠ نوفمبر ٢٠٢٦', 'ar-EG', '2026-11-30', ''],
    ['2.1.', 'de-DE', '2027-01-02', ''],
    ['28 Dec', 'en-US', '2026-12-28', ''],
    ['14:30', 'de-DE', '', 870],
    ['14.30', 'de-DE', '', 870],
    ['12:05 am', 'en-US', '', 5],
    ['9 pm', 'en-US', '', 1260],
    ['14h30', 'fr-FR', '', 870],
    [1_796_045_400, 'en-US', '2026-11-30', 870],
    [1_796_045_400_000, 'en-US', '2026-11-30', 870],
    ['31.02.2026', 'de-DE', '', ''],
    ['99:99', 'de-DE', '', ''],
    ['Espresso', 'de-DE', '', ''],
    ['mayonnaise 30', 'en-US', '', ''],
    [12, 'de-DE', '', ''],
    [null, 'de-DE', '', ''],
    ['#'.repeat(100), 'de-DE', '', ''],
  ] as const)('%s in %s is %s %s', (cell, locale, day, minutes) => {
    expect(shown(cell, locale)).toEqual([day, minutes])
  })
})

test('columns are compared as what all of their cells are', () => {
  const columns = ['Name', 'Price', 'Day', 'Time', 'Both', 'Empty', 'Hours', 'Prices']
  const rows = [
    ['Tea', '1,50 €', '30.11.2026', '14:30', '5', '', '8.30 Uhr', '4.12'],
    ['5', 2, 'Dec 1, 2026', '3 pm', 'five', null, '9.15 Uhr', '3.10'],
    [null, '', '', '', '', '', '', ''],
  ]
  expect(columns.map((column) => columnKind({ columns, rows }, column, CONTEXT))).toEqual([
    ...['text', 'number', 'date', 'time', 'text', 'text', 'time', 'number'],
  ])
})

describe('rules for rows', () => {
  const MENU = {
    columns: ['Dish', 'Price', 'Sold out', 'Day', 'From', 'Target'],
    rows: [
      ['Soup', '4,50 €', 'yes', '30.11.2026', '11:00', '5'],
      ['Rice', '12,00 €', '', '2026-12-01', '18:00', '10'],
      ['Bread', 2, 'No', '29.11.2026', '', '2'],
      ['Gate 10', '', 'YES', '', '14:00', ''],
      ['Gate 2', 'free', null, 'soon', '15:00', '1'],
    ] as SourceCell[][],
  }
  const names = (rules: RowRules, context = CONTEXT) =>
    shownRows(MENU, rules, context).map(({ row }) => row[0])
  const rule = { column: 'Sold out', by: 'text', operator: 'is', value: 'yes' } as const
  const hide = true

  test('without any, all rows are as they are', () => {
    expect(shownRows(MENU, {}, CONTEXT).map(({ row, look }) => [row, look])).toEqual(
      MENU.rows.map((row) => [row, {}]),
    )
  })
  test('change the look of the rows that they are about, the first one first', () => {
    const rules = {
      rules: [
        { ...rule, look: { isStruck: true, color: '#888888' } },
        { ...rule, operator: 'filled', look: { color: '#ff0000', isBold: true } },
      ],
    } as const
    expect(shownRows(MENU, rules, CONTEXT).map(({ look }) => look)).toEqual([
      { isStruck: true, color: '#888888', isBold: true },
      {},
      { color: '#ff0000', isBold: true },
      { isStruck: true, color: '#888888', isBold: true },
      {},
    ])
  })
  test.each([
    [{ ...rule, hide }, ['Rice', 'Bread', 'Gate 2']],
    [{ ...rule, column: 'sold OUT', operator: 'isNot', hide }, ['Soup', 'Gate 10']],
    [{ ...rule, column: 'Gone', operator: 'isNot', hide }, ['Soup', 'Rice', 'Bread', 'Gate 10', 'Gate 2']],
    [{ ...rule, column: 'Day', by: 'date', operator: 'isNot', value: 'today', hide }, ['Soup']],
    [
      { ...rule, column: 'Day', by: 'date', operator: 'less', value: 'today+1', hide },
      ['Rice', 'Gate 10', 'Gate 2'],
    ],
    [
      { ...rule, column: 'From', by: 'time', operator: 'less', value: 'now', hide },
      ['Rice', 'Bread', 'Gate 2'],
    ],
    [
      { ...rule, column: 'From', by: 'time', operator: 'less', value: 'now-45', hide },
      ['Rice', 'Bread', 'Gate 10', 'Gate 2'],
    ],
    [
      { ...rule, column: 'From', by: 'time', operator: 'atLeast', value: '3 pm', hide },
      ['Soup', 'Bread', 'Gate 10'],
    ],
    [
      { ...rule, column: 'Price', by: 'number', operator: 'less', value: '', other: 'Target', hide },
      ['Rice', 'Bread', 'Gate 10', 'Gate 2'],
    ],
    [
      { ...rule, column: 'Price', by: 'number', operator: 'atLeast', value: '4,5', hide },
      ['Bread', 'Gate 10', 'Gate 2'],
    ],
    [{ ...rule, column: 'Dish', operator: 'contains', value: 'gate', hide }, ['Soup', 'Rice', 'Bread']],
    [
      { ...rule, column: 'Dish', operator: 'contains', value: '', hide },
      ['Soup', 'Rice', 'Bread', 'Gate 10', 'Gate 2'],
    ],
  ] as const)('%j leaves %j', (one, left) => {
    expect(names({ rules: [one] })).toEqual(left)
  })
  test('compare with values of the screen', () => {
    const rules = {
      rules: [{ ...rule, column: 'Dish', operator: 'isNot', value: '{Screen: Dish}', hide }],
    } as const
    const fill = (text: string) => text.replace('{Screen: Dish}', 'RICE')
    expect(names(rules, { ...CONTEXT, fill })).toEqual(['Rice'])
  })
  test('just after midnight, times of the evening are still to come', () => {
    const context = { ...CONTEXT, now: Date.UTC(2026, 10, 30, 23, 10) }
    const rules = {
      rules: [{ ...rule, column: 'From', by: 'time', operator: 'less', value: 'now-30', hide }],
    } as const
    expect(names(rules, context)).toHaveLength(5)
  })
  test('sort by several columns, rows without a value last, and limit', () => {
    expect(names({ sort: [{ column: 'Price', by: 'number', descending: true }] })).toEqual([
      'Rice',
      'Soup',
      'Bread',
      'Gate 10',
      'Gate 2',
    ])
    expect(names({ sort: [{ column: 'Dish', by: 'text' }] })).toEqual([
      'Bread',
      'Gate 2',
      'Gate 10',
      'Rice',
      'Soup',
    ])
    const two = [
      { column: 'Sold out', by: 'text' },
      { column: 'Dish', by: 'text', descending: true },
    ] as const
    expect(names({ sort: two, limit: 4 })).toEqual(['Bread', 'Soup', 'Gate 10', 'Rice'])
    expect(names({ sort: [{ column: 'Day', by: 'date' }], limit: 2 })).toEqual(['Bread', 'Soup'])
  })
})

const cell = fc.oneof(
  fc.string(),
  fc.double(),
  fc.constant(null),
  fc.boolean(),
  fc.constantFrom('1.234,50 €', '30.11.2026', '14:30', 'now', 'today', '{Screen: A}', '9'.repeat(500)),
)
const data = fc.record({
  columns: fc.constant(['A', 'B']),
  rows: fc.array(fc.array(cell, { maxLength: 3 }), { maxLength: 30 }),
})

test('any rules that were read show rows of the source, each once, as often as asked', () => {
  const rule = fc.constantFrom(...CELL_KINDS).chain((by) =>
    fc.record({
      column: fc.constantFrom('A', 'b', 'C', ''),
      by: fc.constant(by),
      operator: fc.constantFrom(...OPERATORS_OF[by], 'explode'),
      value: fc.oneof(fc.string(), fc.constantFrom('today', 'now', 'now-30', '5', 'today+9999')),
      hide: fc.boolean(),
      look: fc.record({ isDim: fc.boolean(), color: fc.constantFrom('#f00', 'url(x)', 7) }),
    }),
  )
  const stored = fc.record({
    rules: fc.oneof(fc.array(rule, { maxLength: 4 }), fc.jsonValue()),
    sort: fc.array(fc.record({ column: fc.constantFrom('A', 'B'), by: fc.constantFrom(...CELL_KINDS) })),
    limit: fc.oneof(fc.integer(), fc.jsonValue()),
  })
  const field = { label: '', source: 's' }
  fc.assert(
    fc.property(
      data,
      stored,
      fc.constantFrom('de-DE', 'ar-EG', 'x', 'en-US-u-hc-h12'),
      (source, given, locale) => {
        const rules = rowRules.read(field, given, () => ({})) ?? {}
        expect(rowRules.check(field, rules, () => ({}))).toEqual({})
        expect(rowRules.read(field, JSON.parse(JSON.stringify(rules)), () => ({}))).toEqual(rules)
        const shown = shownRows(source as never, rules, { ...CONTEXT, locale })
        expect(new Set(shown.map(({ index }) => index)).size).toBe(shown.length)
        expect(shown.length).toBeLessThanOrEqual(Math.min(rules.limit ?? 1000, source.rows.length))
        for (const { row, index, look } of shown) {
          expect(row).toBe(source.rows[index])
          expect([undefined, '#f00']).toContain(look.color)
        }
      },
    ),
    { numRuns: 2000 },
  )
})

test('twenty rules about ten thousand rows take a moment', () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => [
    `${index}.11.2026 x ${'m'.repeat(40)}`,
    `${index},5 €`,
  ])
  const rules = Array.from({ length: 20 }, (_, index) => ({
    ...{ column: index % 2 ? 'A' : 'B', by: index % 2 ? ('date' as const) : ('number' as const) },
    ...{ operator: 'less' as const, value: index % 2 ? 'today' : '5', look: { isDim: true as const } },
  }))
  const start = Date.now()
  const shown = shownRows(
    { columns: ['A', 'B'], rows },
    { rules, sort: [{ column: 'A', by: 'text' }] },
    CONTEXT,
  )
  expect(shown).toHaveLength(10_000)
  expect(Date.now() - start).toBeLessThan(3000)
})
