import { describe, expect, it } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { cellFormat } from './number-format.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'

/** 2026-12-01. */
const DAY = 46_357
type Row = readonly [format: string, value: number | string, shown: string | number]

/** What Excel for Windows displays with American settings. */
const TABLE: readonly Row[] = [
  // Numbers
  ['0', 2.5, '3'],
  ['0', -0.4, '0'],
  ['0.00', 4.5, '4.50'],
  ['0.00', 1.005, '1.01'],
  ['0.##', 2, '2.'],
  ['#,##0', 1_234_567, '1,234,567'],
  ['#,##0.00', 1234.5, '1,234.50'],
  ['0.0,', 12_345, '12.3'],
  ['0.0,,"M"', 12_345_678, '12.3M'],
  ['00000', 42, '00042'],
  ['000-00-0000', 123_456_789, '123-45-6789'],
  ['"Nr. "0', 7, 'Nr. 7'],
  ['\\x0', 1, 'x1'],
  ['General" pcs"', 3, '3 pcs'],
  // Percent, fractions, scientific
  ['0%', 0.25, '25%'],
  ['0 %', 0.25, '25 %'],
  ['0.0%', 0.256, '25.6%'],
  ['# ?/?', 1.25, '1 1/4'],
  ['# ?/8', 1.5, '1 4/8'],
  ['# ??/??', 0.333, '1/3'],
  ['0.00E+00', 12_345, '1.23E+04'],
  ['##0.0E+0', 0.000_12, '120.0E-6'],
  // Currency
  ['#,##0.00 "€"', 4.5, '4.50 €'],
  ['#,##0.00\\ [$€-407]', 1234.5, '1,234.50 €'],
  ['[$€-407]\\ #,##0.00', 4.5, '€ 4.50'],
  ['[$£-809]#,##0.00', 4.5, '£4.50'],
  ['[$$-409]#,##0.00', 4.5, '$4.50'],
  ['[$€-x-euro2]\\ #,##0.00', 4.5, '€ 4.50'],
  ['_-* #,##0.00\\ "€"_-;-* #,##0.00\\ "€"_-', 4.5, '4.50 €'],
  ['"$"#,##0.00_);[Red]\\("$"#,##0.00\\)', -4.5, '($4.50)'],
  // Sections, colors, conditions
  ['#,##0 ;(#,##0)', -5, '(5)'],
  ['0;-0;"none"', 0, 'none'],
  ['[Red]0.0', 5.25, '5.3'],
  ['[Color10]0.0', 1, '1.0'],
  ['[<1]0%;0.0', 0.5, '50%'],
  ['[>=100]"many";[>=10]"some";"few"', 50, 'some'],
  ['0" a";@" b"', 'tea', 'tea b'],
  ['@', 'tea', 'tea'],
  ['@', 5, '5'],
  // Dates and times
  ['yyyy-mm-dd h:mm:ss', DAY + 7 / 24, '2026-12-01 7:00:00'],
  ['dd/mm/yyyy', DAY, '01/12/2026'],
  ['d.m.', DAY, '1.12.'],
  ['dddd, mmmm d', DAY, 'Tuesday, December 1'],
  ['mmmmm yy', DAY, 'D 26'],
  ['[$-407]dddd, d. mmmm yyyy', DAY, 'Dienstag, 1. Dezember 2026'],
  ['[$-40C]dddd d mmmm yyyy', DAY, 'mardi 1 décembre 2026'],
  ['[$-409]h:mm AM/PM;@', 0.3, '7:12 AM'],
  ['h:mm AM/PM', 0, '12:00 AM'],
  ['h:mm AM/PM', 0.5, '12:00 PM'],
  ['hh:mm', 0, '00:00'],
  ['h:mm', 0.999_999_9, '0:00'],
  ['yyyy-mm-dd hh:mm', DAY + 0.999_999_9, '2026-12-02 00:00'],
  ['hh"h"mm', 0.5, '12h00'],
  ['mm:ss.0', 0.0001, '00:08.6'],
  ['[h]:mm', 1.260_416_666_666_667, '30:15'],
  ['[hh]:mm:ss', 0, '00:00:00'],
  ['[m]', 1, '1440'],
  ['[ss]', 0.5, '43200'],
  // The leap day of 1900, which never was
  ['dd/mm/yyyy', 0, '00/01/1900'],
  ['dd/mm/yyyy', 1, '01/01/1900'],
  ['dd/mm/yyyy', 59, '28/02/1900'],
  ['dd/mm/yyyy', 60, '29/02/1900'],
  ['dd/mm/yyyy', 61, '01/03/1900'],
  ['ddd', 1, 'Sun'],
  // Outside of the calendar
  ['dd/mm/yyyy', -1, '######'],
  ['h:mm', -0.5, '######'],
  ['[h]:mm', -0.5, '######'],
  ['dd/mm/yyyy', 2_958_465, '31/12/9999'],
  ['dd/mm/yyyy', 2_958_466, '######'],
  // Not formats
  ['[h', 5, 5],
  ['0'.repeat(300), 5, 5],
]

/** The writer refuses others, and other formats of texts. */
const isFormat = (code: string) => code !== '[h' && code.length < 256

const shown = (id: number, value: number, locale = 'en-US') =>
  cellFormat(id, undefined, { locale, is1904: false }).number(value).toString().trim()

describe('a cell', () => {
  it('shows what Excel shows, in a file of another program', async () => {
    const written = TABLE.filter(
      ([format, value]) => isFormat(format) && (typeof value === 'number' || format === '@'),
    )
    const file = await writeExcelFile([
      ['Name', 'Value'],
      ...written.map(([format, value], row) => [
        { value: row },
        typeof value === 'number' ? { value, type: Number, format } : { value, type: String, format },
      ]),
    ]).toBuffer()
    const { rows } = await readSpreadsheet(file, { sheet: '', language: '' })
    const found = rows.map(([row, cell]) => [written[Number(row)]?.slice(0, 2), cell])
    expect(found).toEqual(written.map(([format, value, text]) => [[format, value], text]))
  })

  it.each(TABLE)('with the format %s and the value %s shows %s', (code, value, text) => {
    const format = cellFormat(164, code, { locale: 'en-US', is1904: false })
    const cell = typeof value === 'number' ? format.number(value) : format.text(value)
    expect(typeof cell === 'string' ? cell.trim() : cell).toBe(text)
  })

  // Excel's built-in formats by id; some depend on the reader.
  it.each([
    [0, 4.5, '4.5', '4,5', '4.5', '4.5'],
    [1, 4.5, '5', '5', '5', '5'],
    [2, 4.5, '4.50', '4,50', '4.50', '4.50'],
    [3, 1234, '1,234', '1.234', '1,234', '1,234'],
    [4, 1234.5, '1,234.50', '1.234,50', '1,234.50', '1,234.50'],
    [7, -4.5, '($4.50)', '-4,50 €', '-£4.50', '-¥4.50'],
    [9, 0.25, '25%', '25%', '25%', '25%'],
    [10, 0.25, '25.00%', '25,00%', '25.00%', '25.00%'],
    [11, 12_345, '1.23E+04', '1,23E+04', '1.23E+04', '1.23E+04'],
    [12, 0.5, '1/2', '1/2', '1/2', '1/2'],
    [13, 0.25, '1/4', '1/4', '1/4', '1/4'],
    [14, DAY, '12/1/2026', '01.12.2026', '01/12/2026', '2026/12/01'],
    [15, DAY, '1-Dec-26', '01. Dez 26', '01-Dec-26', '01-12-26'],
    [20, 7 / 24, '7:00', '07:00', '07:00', '7:00'],
    [21, 0, '0:00:00', '00:00:00', '00:00:00', '0:00:00'],
    [22, DAY + 7 / 24, '12/1/2026 7:00', '01.12.2026 07:00', '01/12/2026 07:00', '2026/12/01 7:00'],
    [37, -5, '(5)', '-5', '-5', '-5'],
    [40, -5.5, '(5.50)', '-5,50', '-5.50', '-5.50'],
    [44, 4.5, '$4.50', '4,50 €', '£4.50', '¥4.50'],
    [45, 0.01, '14:24', '14:24', '14:24', '14:24'],
    [46, 1.5, '36:00:00', '36:00:00', '36:00:00', '36:00:00'],
    [47, 0.0001, '00:08.6', '00:08,6', '00:08.6', '00:08.6'],
    [48, 12_345, '12.3E+3', '12,3E+3', '12.3E+3', '12.3E+3'],
    [49, 5, '5', '5', '5', '5'],
  ])('with the built-in format %d and the value %d depends on the reader', (id, value, us, de, gb, jp) => {
    expect(['en-US', 'de-DE', 'en-GB', 'ja-JP'].map((locale) => shown(id, value, locale))).toEqual([
      us,
      de,
      gb,
      jp,
    ])
  })

  it('without a format shows as many digits as Excel', () => {
    const general = cellFormat(0, undefined, { locale: 'en-US', is1904: false })
    expect([1.1 + 2.2, 1 / 3, -7, 12_345_678_901, 123_456_789_012].map(general.number)).toEqual([
      3.3,
      0.333333333,
      -7,
      12_345_678_901,
      '1.23457E+11',
    ])
  })
})

describe('the days of workbooks of old Macs', () => {
  const at = (code: string, value: number) =>
    cellFormat(164, code, { locale: 'en-US', is1904: true }).number(value)
  it.each([
    ['yyyy-mm-dd', 0, '1904-01-01'],
    ['yyyy-mm-dd hh:mm', DAY - 1462 + 7 / 24, '2026-12-01 07:00'],
    ['h:mm', 7 / 24, '7:00'],
    ['[h]:mm', 1.5, '36:00'],
    ['[h]:mm', -1.5, '-36:00'],
    ['h:mm', -0.5, '-12:00'],
    ['0.00', -0.5, '-0.50'],
  ])('%s of %d is %s', (code, value, text) => expect(at(code, value)).toBe(text))
})

const two = (n: number) => String(n).padStart(2, '0')

describe('times', () => {
  it.each([
    ['1900', false],
    ['1904', true],
  ])('are exact in every minute of a year, with the epoch of %s', (_epoch, is1904) => {
    const format = cellFormat(164, 'yyyy-mm-dd hh:mm', { locale: 'en-US', is1904 })
    const start = Date.UTC(2026, 0, 1)
    const from = start / 86_400_000 + 25_569 - (is1904 ? 1462 : 0)
    let wrong = 0
    for (let minute = 0; minute < 365 * 1440; minute++) {
      const at = new Date(start + minute * 60_000).toISOString()
      // Excel writes 15 significant digits, other programs what they compute.
      const value = from + minute / 1440
      const cell = minute % 2 ? value : Number(value.toPrecision(15))
      if (format.number(cell) !== `${at.slice(0, 10)} ${at.slice(11, 16)}`) wrong++
    }
    expect(wrong).toBe(0)
  })

  it('are exact in every minute of a day without a date', () => {
    const format = cellFormat(20, undefined, { locale: 'de-DE', is1904: false })
    const shownAll = Array.from({ length: 1440 }, (_, minute) => format.number(minute / 1440))
    expect(shownAll).toEqual(
      Array.from({ length: 1440 }, (_, minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`),
    )
  })
})
