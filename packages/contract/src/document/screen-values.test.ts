import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillModel, screenFieldsIn, screenRows, shownValues, sourcesForScreen } from './screen-values.ts'
import { fillText, type SourceData } from './source-data.ts'

const BRANCHES: SourceData = {
  columns: ['Branch', 'Phone', 'City'],
  rows: [
    ['Zamalek', '02-1', 'Cairo'],
    ['Smouha | {Screen: Manager} of #1', '03-2', 'Alexandria'],
  ],
  at: 1,
}
const rowsWith =
  (values: Parameters<typeof screenRows>[0]) =>
  (key: string): SourceData | undefined =>
    key === 'screen' ? screenRows(values) : key === 'branches' ? BRANCHES : undefined
const ZAMALEK = rowsWith([
  { name: 'Manager', value: 'Mona' },
  { name: 'Branch', value: 'zamalek', rowOf: 'branches' },
  { name: 'Floor of sale', value: 3 },
  { name: 'Town', value: 'cairo' },
])

describe('a text with values of a screen', () => {
  it.each([
    ['Ask {Screen: Manager}!', 'Ask Mona!'],
    ['{ screen :MANAGER }', 'Mona'],
    ['{Screen: Deputy | Team}', 'Team'],
    ['{Screen: Deputy}', ''],
    ['{Screen: Floor of sale}', '3'],
    ['{Screen: Branch}', 'zamalek'],
    ['{Screen: Phone of Branch}', '02-1'],
    ['{Screen: Fax of Branch | none}', 'none'],
    ['{Screen: Phone of Manager}', ''],
    ['{Branches: Phone of {Screen: Branch}}', '02-1'],
    ['{Branches: Phone where City is {Screen: Town}}', '02-1'],
    ['{Branches: Phone where City is {Screen: Deputy | Alexandria}}', '03-2'],
    ['{Branches: Phone where City is {Screen: Deputy} | 000}', '000'],
    ['{Branches: Phone where City is Alexandria}', '03-2'],
    ['{Branches: {Screen: Manager}}', ''],
    ['{Menu: Price of Tea}', ''],
  ])('%s is %j', (text, shown) => expect(fillText(text, ZAMALEK)).toBe(shown))

  it('reads no value as a reference, a row, or markup of the text', () => {
    const rows = rowsWith([{ name: 'Branch', value: 'Smouha | {Screen: Manager} of #1', rowOf: 'branches' }])
    expect(fillText('{Screen: Branch}', rows)).toBe('Smouha | {Screen: Manager} of #1')
    expect(fillText('{Branches: City of {Screen: Branch}}', rows)).toBe('Alexandria')
    expect(fillText('{Screen: City of Branch}', rows)).toBe('Alexandria')
    expect(
      fillText('{Branches: City of {Screen: Branch} | -}', rowsWith([{ name: 'Branch', value: '#1' }])),
    ).toBe('-')
  })

  it('reads hostile texts in linear time', { timeout: 5000 }, () => {
    for (const text of ['{a:{b:'.repeat(20_000), '{a:{b:c}'.repeat(20_000), `{a:${'{b:c}'.repeat(20_000)}`])
      expect(fillText(text, ZAMALEK).length).toBeLessThanOrEqual(text.length)
  })
})

describe('what a text names', () => {
  it('are fields, with every way to read them, and whether a fallback covers them', () => {
    expect(
      screenFieldsIn({ a: ['{Screen: Phone of Branch}', '{Menu: Price of {Screen: Drink} | 1}'], b: 5 }),
    ).toEqual([
      { keys: ['phone of branch', 'branch'], hasFallback: false },
      { keys: ['drink'], hasFallback: true },
    ])
  })

  it('are the sources that a package needs for them, and no others', () => {
    expect(sourcesForScreen({ a: ['{Menu: Price of {Screen: Drink}} {Other: x}'] })).toEqual([
      'menu',
      'screen',
    ])
    expect(sourcesForScreen('{Other: x}')).toEqual([])
  })
})

it('the values of a package are filled in at any depth, and other braces stay', () => {
  const model = {
    title: 'Ask {Screen: Manager}',
    list: [{ css: 'a{color: red}', n: 5, none: null }],
    '{Screen: Manager}': 'x',
  }
  expect(fillModel(model, ZAMALEK)).toEqual({ ...model, title: 'Ask Mona' })
})

/** A text with what it must show, written down part by part instead of read. */
interface Written {
  text: string
  shown: string
}

it('texts show what their parts say, of 10,000 random texts and screens, after a journey as JSON', () => {
  const KINDS = ['text', 'number', 'color', 'row'] as const
  const NAMES = ['Manager', 'Seats', 'Paint', 'Branch', 'Time of day']
  const hostile = fc.oneof(
    fc.string({ maxLength: 20, unit: 'grapheme' }),
    fc.constantFrom('{Screen: Manager}', '|', '} {', 'x of y', '#2', '<script>', 'Manager'),
  )
  const fieldsArb = fc.shuffledSubarray(NAMES, { minLength: 1 }).chain((names) =>
    fc.tuple(
      ...names.map((name, index) =>
        fc.record({
          name: fc.constant(name),
          id: fc.constant(`f${index}`),
          kind: fc.constantFrom(...KINDS),
          source: fc.constant('Branches'),
        }),
      ),
    ),
  )
  const heldArb = (field: { id: string; kind: (typeof KINDS)[number] }) => {
    const value =
      field.kind === 'number'
        ? fc.integer().map(String)
        : field.kind === 'row'
          ? fc.constantFrom('Zamalek', 'zamalek ', 'Nowhere')
          : hostile.filter((text) => text !== '')
    return fc.option(
      value.map((text) => ({ fieldId: field.id, value: text })),
      { nil: undefined },
    )
  }
  const caseArb = fieldsArb.chain((fields) =>
    fc.record({
      fields: fc.constant(fields),
      held: fc.tuple(...fields.map(heldArb)),
      parts: fc.array(
        fc.record({
          name: fc.constantFrom(...NAMES, 'Unknown'),
          fallback: fc.constantFrom('', 'us'),
          column: fc.constantFrom('', 'Phone', 'Fax'),
          before: fc.constantFrom('', 'a ', '{', '} '),
        }),
        { maxLength: 4 },
      ),
    }),
  )
  fc.assert(
    fc.property(caseArb, ({ fields, held, parts }) => {
      const own = held.filter((each) => each !== undefined)
      const written = parts.map(({ name, fallback, column, before }): Written => {
        const field = fields.find((each) => each.name === name)
        const value = own.find(({ fieldId }) => fieldId === field?.id)?.value
        const isThere = value !== undefined && value.trim().toLowerCase() === 'zamalek'
        const ofRow = field?.kind === 'row' && column === 'Phone' && isThere ? '02-1' : undefined
        const direct = field?.kind === 'number' ? value && String(Number(value)) : value
        return {
          text: `${before}{ screen : ${column && `${column} of `}${name.toUpperCase()} ${fallback && `| ${fallback}`}}`,
          shown: before + ((column ? ofRow : direct) || fallback),
        }
      })
      const text = written.map((each) => each.text).join('')
      const sent = JSON.parse(JSON.stringify(shownValues(fields, own))) as ReturnType<typeof shownValues>
      const rows = rowsWith(sent)
      expect(fillText(text, rows)).toBe(written.map((each) => each.shown).join(''))
      expect(fillModel([text], rows)).toEqual([fillText(text, rows)])
    }),
    { numRuns: 10_000 },
  )
})
