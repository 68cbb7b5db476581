import type { Fields } from '@vitrine/contract/fields/field'
import { describe, expect, it } from 'vitest'
import {
  cellText,
  isEmptyRow,
  isTable,
  TABLE_PAGE_SIZE,
  withoutBlank,
  withoutEmpty,
  withText,
} from './table.ts'

const columns: Fields = {
  label: { type: 'textbox', label: 'Label' },
  text: { type: 'cellData', label: 'Text' },
}
const cell = (text: string) => ({ text, isBold: true, isItalic: false, size: 20 })

describe('D-015 the table', () => {
  it('D-016 B-004 has six rows on a page', () => expect(TABLE_PAGE_SIZE).toBe(6))
  it('is offered for texts only', () => {
    expect(isTable(columns)).toBe(true)
    expect(isTable({ ...columns, on: { type: 'checkbox', label: 'On' } })).toBe(false)
    expect(isTable({ n: { type: 'textbox', format: 'numeric', label: 'N', default: 1 } })).toBe(false)
  })
  it('detects and drops empty rows, styled or not', () => {
    expect(isEmptyRow({ label: ' ', text: cell('') })).toBe(true)
    expect(isEmptyRow(undefined)).toBe(false)
    expect(withoutEmpty([{ label: '' }, { label: 'a' }, { label: ' ', text: cell('x') }])).toHaveLength(2)
  })
  it('keeps a cell’s style when its text changes', () => {
    expect(withText(cell('a'), 'b')).toEqual(cell('b'))
    expect([cellText(cell('a')), cellText('b'), cellText(undefined)]).toEqual(['a', 'b', ''])
  })
  it("has no group once the first one's input is deleted", () => {
    const blank = { label: '', text: { text: '', isBold: false, isItalic: false, size: 14 } }
    expect(withoutBlank([blank], columns)).toEqual([])
    for (const kept of [[{ ...blank, label: 'a' }], [blank, blank], []])
      expect(withoutBlank(kept, columns)).toEqual(kept)
  })
})
