import type { Fields } from '@vitrine/contract/fields/field'
import { describe, expect, it } from 'vitest'
import { pasteCells } from './paste-cells.ts'
import { cellText } from './table.ts'

const columns: Fields = {
  label: { type: 'textbox', label: 'Label' },
  text: { type: 'cellData', label: 'Text' },
}
const cell = (text: string) => ({ text, isBold: true, isItalic: false, size: 20 })

describe('D-015 pasting cells', () => {
  it('parses multi-line cells of spreadsheets, and literal quotes', () => {
    const read = (text: string) =>
      pasteCells([], columns, { row: 0, column: 0 }, text, { max: 9 }).map((row) => [
        row.label,
        cellText(row.text),
      ])
    expect(read('Soup\t"with basil\nand ""toast"""\r\nSalad\tplain\r\n')).toEqual([
      ['Soup', 'with basil and "toast"'],
      ['Salad', 'plain'],
    ])
    expect(read('"big" one\t15" pizza\n\t\n"open\tx')).toEqual([
      ['"big" one', '15" pizza'],
      ['', ''],
      ['"open', 'x'],
    ])
    expect(read('')).toEqual([['', '']])
  })
  it('pastes spreadsheet cells from a cell on, as far as there is space', () => {
    const rows = [
      { label: 'a', text: cell('A') },
      { label: 'b', text: cell('B') },
    ]
    const pasted = pasteCells(rows, columns, { row: 1, column: 0 }, 'x\tX\tgone\r\ny\tY\nz\tZ\n', { max: 3 })
    expect(pasted.map((row) => [row.label, cellText(row.text)])).toEqual([
      ['a', 'A'],
      ['x', 'X'],
      ['y', 'Y'],
    ])
    expect(pasteCells(rows, columns, { row: 0, column: 1 }, 'Q', { max: 9 })[0]).toEqual({
      label: 'a',
      text: cell('Q'),
    })
  })
})

describe('pasting a list with prices', () => {
  const dishes: Fields = {
    label: { type: 'textbox', label: 'Name', max: 200 },
    note: { type: 'textbox', label: 'Note', max: 200 },
    price: { type: 'textbox', label: 'Price', max: 20 },
  }
  const samples = [
    { label: 'Tomato soup', note: 'with basil', price: '4.50' },
    { label: 'Sea bass', note: 'new potatoes', price: '16.80' },
    { label: 'Cake', note: '', price: '5.60' },
  ]
  const paste = (text: string, at = { row: 0, column: 0 }) =>
    pasteCells(samples, dishes, at, text, { max: 60, labels: ['Name', 'Note', 'Price'] }).map(
      ({ label, note, price }) => [label, note, price],
    )

  it.each(['4.50', '4,50 €', 'EGP 45', '₪12', '٤٫٥٠'])('puts %s into the column for prices', (price) =>
    expect(paste(`Bread\t${price}\nRoll\t${price}\n`)).toEqual([
      ['Bread', '', price],
      ['Roll', '', price],
    ]),
  )
  it('puts texts beside the names, and nothing of the rows before stays', () => {
    expect(paste('Bread\tof rye\nRoll\tof wheat, 2 for 1')).toEqual([
      ['Bread', 'of rye', ''],
      ['Roll', 'of wheat, 2 for 1', ''],
    ])
    expect(paste('Bread\nRoll')).toEqual([
      ['Bread', '', ''],
      ['Roll', '', ''],
    ])
  })
  it('fills all columns in order if it has as many', () =>
    expect(paste('Bread\t2 pieces\tsold out\nRoll\t1 piece\t0.50')).toEqual([
      ['Bread', '2 pieces', 'sold out'],
      ['Roll', '1 piece', '0.50'],
    ]))
  it('follows headings in any order, and takes unknown ones in turn', () => {
    expect(paste('price\tNAME\n2.10\tBread')).toEqual([['Bread', '', '2.10']])
    expect(paste('Dish\tPrice\nBread\ton request')).toEqual([['Bread', '', 'on request']])
    expect(paste('Name 2\tPrice\nBread\t2.10')).toEqual([
      ['Name 2', 'Price', ''],
      ['Bread', '2.10', ''],
    ])
  })
  it('in another cell changes only the cells that it covers', () => {
    expect(paste('1.00\n2.00', { row: 0, column: 2 })).toEqual([
      ['Tomato soup', 'with basil', '1.00'],
      ['Sea bass', 'new potatoes', '2.00'],
      ['Cake', '', '5.60'],
    ])
    expect(paste('Bread\t2.10', { row: 2, column: 0 })[2]).toEqual(['Bread', '', '2.10'])
    expect(paste('Bread\t2.10')).toEqual([
      ['Bread', 'with basil', '2.10'],
      ...paste('x', { row: 3, column: 0 }).slice(1, 3),
    ])
  })
  it('keeps the style of the rows it replaces', () => {
    const styled = [{ label: 'Soup', text: cell('hot') }]
    expect(pasteCells(styled, columns, { row: 0, column: 0 }, 'Tea\tcold\nIce', { max: 9 })).toEqual([
      { label: 'Tea', text: cell('cold') },
      { label: 'Ice', text: cell('') },
    ])
  })
})
