import { expect, it } from 'vitest'
import {
  fieldOf,
  fieldValue,
  partsOf,
  sourceFile,
  sourceOfPath,
  sourcesInText,
  writeBinding,
} from './source-data.ts'

const MENU = {
  columns: ['Dish', 'Price', 'Date of birth'],
  rows: [
    ['Espresso', '2.50', null],
    ['Tea of the day', 3, ''],
    ['Espresso', 9, '1999'],
  ],
  at: Date.parse('2026-11-21T12:00:00Z'),
}

it.each([
  ['Price of Espresso', '2.50'],
  ['price of ESPRESSO ', '2.50'],
  ['Price of Tea of the day', '3'],
  ['Price of #3', '9'],
  ['Date of birth of #3', '1999'],
  ['Dish', 'Espresso'],
  ['Price', '2.50'],
  ['Date of birth of Espresso', undefined],
  ['Price of Water', undefined],
  ['Price of #99', undefined],
  ['Size of Espresso', undefined],
  ['constructor', undefined],
])('%s is %s', (field, value) => {
  expect(fieldValue(MENU, field)).toBe(value)
})

it('names each cell such that its value is found again', () => {
  for (const [row, cells] of MENU.rows.entries())
    for (const [column, cell] of cells.entries())
      if (cell !== null && cell !== '')
        expect(fieldValue(MENU, fieldOf(MENU, row, column))).toBe(String(cell))
  expect(fieldOf(MENU, 1, 1)).toBe('Price of Tea of the day')
  expect(fieldOf(MENU, 2, 1)).toBe('Price of #3')
})

it('parses references to fields and ignores other braces', () => {
  const binding = { source: 'Menu', field: 'Price of Tea', fallback: '3.00' }
  expect(writeBinding(binding)).toBe('{Menu: Price of Tea | 3.00}')
  expect(partsOf(`Tea ${writeBinding(binding)} €`)).toEqual(['Tea ', binding, ' €'])
  expect(partsOf('{"a": {"b"}} {} {x} {: }')).toEqual(['{"a": {"b"}} {} {x} {: }'])
  expect(sourcesInText('{MENU: A}{Agenda: Title of #1}')).toEqual(['menu', 'agenda'])
})

it('reads a hostile text in linear time', { timeout: 20_000 }, () => {
  expect(partsOf('{a:'.repeat(30_000))).toEqual(['{a:'.repeat(30_000)])
})

it('is a file of packages by its name', () => {
  expect(sourceOfPath('data/my menu.json')).toBe('my menu')
  for (const path of ['data/.json', 'data/a/b.json', 'model.json', 'data/menu.csv', 'x/data/menu.json'])
    expect(sourceOfPath(path)).toBeUndefined()
  expect(JSON.parse(sourceFile('Menu', MENU))).toMatchObject({
    name: 'Menu',
    updatedAt: '2026-11-21T12:00:00.000Z',
    rows: [{ Dish: 'Espresso', Price: '2.50', 'Date of birth': null }, {}, {}],
  })
})
