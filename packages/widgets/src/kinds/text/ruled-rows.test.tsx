import { newWidget } from '@vitrine/contract/document/layout-document'
import { shownRows } from '@vitrine/contract/document/rows/shown-rows'
import { screenRows } from '@vitrine/contract/document/screen-values'
import type { SourceCell, SourceData } from '@vitrine/contract/document/source-data'
import { CELL_KINDS, OPERATORS_OF, type RowRules } from '@vitrine/contract/fields/row-rules'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { type Host, hostWith } from '@vitrine/widgets/host'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { provideLazyParts } from '@vitrine/widgets/provide-parts'
import fc from 'fast-check'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { ruledRows } from './ruled-rows.ts'

provideLazyParts({ ruledRows })

const HOST = { now: () => Date.UTC(2026, 10, 30, 13, 30), timeZone: 'Europe/Berlin', locale: 'de-DE' }

function drawn(settings: object, data?: SourceData, host: Partial<Host> = {}): string {
  const widget = newWidget(
    { id: 'list', type: 'text', name: 'List', zIndex: 1, x: 0, y: 0, width: 900, height: 700 },
    WIDGET_FIELDS,
  )
  const document = {
    ...{ width: 1920, height: 1080, background: '#101418' },
    widgets: [{ ...widget, settings: { ...widget.settings, ...settings } }],
  }
  const source = (key: string) => ({
    get: () => (key === 'screen' ? screenRows([{ name: 'Branch', value: 'North' }]) : data),
    subscribe: () => () => {},
  })
  return renderToString(
    <LayoutView document={document} host={hostWith({ mode: 'play', ...HOST, source, ...host })} />,
  )
}
const rowsIn = (html: string) => html.split(/data-row="\d+"/).slice(1)
const MENU: SourceData = {
  columns: ['Dish', 'Text', 'Price', 'Sold out', 'Branch'],
  rows: [
    ['Soup', 'with bread', '4,50 €', 'yes', 'North'],
    ['Rice', '', '12,00 €', 'no', 'South'],
  ],
  at: 0,
}
const soldOut = { column: 'Sold out', by: 'text', operator: 'is', value: 'yes' } as const
const settings = (rules: RowRules) => ({ source: 'Menu', rules })

describe('rules for the rows of a list', () => {
  test('strike, dim, color, and fill the rows that they are about, and no others', () => {
    const look = { isStruck: true, isDim: true, isBold: true } as const
    const [soup = '', rice = ''] = rowsIn(drawn(settings({ rules: [{ ...soldOut, look }] }), MENU))
    expect(soup).toContain('line-through')
    expect(soup).toMatch(/opacity:0\.\d+/)
    expect(soup).toContain('font-weight:700')
    expect(rice).not.toMatch(/line-through|font-weight:700|opacity:0\.[45]/)
    const filled = drawn(settings({ rules: [{ ...soldOut, look: { background: '#fff0f0' } }] }), MENU)
    expect(filled).toContain('background:#fff0f0')
    // White letters of a dark page can't be read on it.
    expect(rowsIn(filled)[0]).toContain('color:black')
  })
  test('leave rows out; the heading stays if none is left', () => {
    const hidden = drawn(settings({ rules: [{ ...soldOut, hide: true }] }), MENU)
    expect(hidden).toContain('Rice')
    expect(hidden).not.toContain('Soup')
    const all = { ...soldOut, operator: 'filled', value: '', hide: true } as const
    const none = drawn({ ...settings({ rules: [all] }), text: 'Today' }, MENU)
    expect(none).toContain('Today')
    expect(none).not.toContain('data-row')
  })
  test('compare with values of the screen', () => {
    const other = {
      column: 'Branch',
      by: 'text',
      operator: 'isNot',
      value: '{Screen: Branch}',
      hide: true,
    } as const
    const html = drawn(settings({ rules: [other] }), MENU)
    expect([html.includes('Soup'), html.includes('Rice')]).toEqual([true, false])
  })
  test('apply to typed rows by their name, note, and price', () => {
    const rows = [
      { label: 'Tea', note: '', price: '2,50' },
      { label: 'Cake', note: 'sold out', price: '' },
    ]
    const rules = {
      rules: [{ column: 'Note', by: 'text', operator: 'is', value: 'sold out', look: { isStruck: true } }],
      sort: [{ column: 'Name', by: 'text' }],
    } as const
    const [cake = '', tea = ''] = rowsIn(drawn({ rows, rules }))
    expect(cake).toMatch(/Cake/)
    expect(cake).toContain('line-through')
    expect(tea).toMatch(/Tea/)
  })
  test('empty rules draw the same, byte for byte', () => {
    expect(drawn(settings({}), MENU)).toBe(drawn({ source: 'Menu' }, MENU))
  })
})

const cell = fc.constantFrom<SourceCell>(
  'Tea',
  'Cake',
  '1.234,50 €',
  '',
  null,
  7,
  '30.11.2026',
  '14:30',
  'Gate 2',
  'Gate 10',
)
const rule = fc.constantFrom(...CELL_KINDS).chain((by) =>
  fc.record({
    column: fc.constantFrom('A', 'B', 'C'),
    by: fc.constant(by),
    operator: fc.constantFrom(...OPERATORS_OF[by]),
    value: fc.constantFrom('Tea', 'today', 'now', '7', '14:00'),
    hide: fc.boolean().map((is) => is || undefined),
    look: fc.record({ isStruck: fc.boolean().map((is) => is || undefined) }),
  }),
)

test('the list draws the rows that the server expects, in their order and look', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 12 }),
      fc.array(rule, { maxLength: 3 }),
      fc.array(fc.record({ column: fc.constantFrom('A', 'B'), by: fc.constantFrom(...CELL_KINDS) }), {
        maxLength: 2,
      }),
      fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
      (cells, rules, sort, limit) => {
        const data = {
          columns: ['A', 'B', 'C', 'Id'],
          rows: cells.map(([, ...rest], index) => [`row-${index}-`, ...rest, '']),
          at: 0,
        }
        const given = { rules, sort, limit } as RowRules
        const expected = shownRows(data, given, { ...HOST, now: HOST.now() })
        const found = rowsIn(drawn(settings(given), data))
        expect(found.map((html) => Number(/row-(\d+)-/.exec(html)?.[1]))).toEqual(
          expected.map(({ index }) => index),
        )
        expect(found.map((html) => html.includes('line-through'))).toEqual(
          expected.map(({ look }) => look.isStruck === true),
        )
      },
    ),
    { numRuns: 150 },
  )
})
