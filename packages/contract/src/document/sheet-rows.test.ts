import { describe, expect, test } from 'vitest'
import { listColumns, sheetRows } from './sheet-rows.ts'

describe('the rows of a sheet as a list', () => {
  test.each([
    ['by their names', ['Dish', 'Description', 'Price'], ['Soup', 'with bread', '4.50'], [1, 2]],
    ['in any order', ['Gericht', 'Preis', 'Beschreibung'], ['Suppe', '4,50 €', 'mit Brot'], [2, 1]],
    ['by amounts without a name', ['A', 'B', 'C'], ['Soup', 'with bread', 4.5], [1, 2]],
    ['a column of prices with a text in it', ['Dish', 'Price'], ['Lobster', 'market price'], [-1, 1]],
    ['no other column', ['Dish'], ['Soup'], [-1, -1]],
    ['an empty column', ['Dish', 'Note', 'Price'], ['Soup', null, 3], [-1, 2]],
  ] as const)('finds notes and prices: %s', (_, columns, row, [note, price]) => {
    const data = { columns: [...columns], rows: [[...row]] }
    expect(listColumns(data)).toEqual({ label: 0, note, price })
  })

  test('leaves out rows without a name, and rows after the last place', () => {
    const rows = [
      ['Soup', 3],
      [null, 4],
      [' ', 5],
      ['Tea', 2],
      ['Cake', 1],
    ]
    expect(sheetRows({ columns: ['Dish', 'Price'], rows }, 2)).toEqual([
      { label: 'Soup', note: '', price: '3' },
      { label: 'Tea', note: '', price: '2' },
    ])
  })

  test('cuts cells at the lengths of the fields', () => {
    const [row] = sheetRows({ columns: ['Dish', 'Price'], rows: [['x'.repeat(999), 'y'.repeat(99)]] }, 60)
    expect([row?.label.length, row?.price.length]).toEqual([200, 20])
  })

  test('an empty sheet has no rows', () => {
    expect(sheetRows({ columns: [], rows: [] }, 60)).toEqual([])
  })
})
