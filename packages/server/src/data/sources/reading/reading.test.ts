import { describe, expect, it } from 'vitest'
import { readCalendar } from './calendar/read-calendar.ts'
import { readCsv } from './csv.ts'
import { readJson } from './json.ts'
import { sheetAddress } from './sheet-address.ts'
import { tableOf } from './table.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const csv = (text: string) => readCsv(bytes(text), 'text/csv')

describe('a table', () => {
  it('keeps short, unique column names, and the rows that fit', () => {
    const { columns } = tableOf(['A', 'a', '', '{B}: |', 'x'.repeat(500)], [])
    expect(columns).toEqual(['A', 'a 2', 'Column 3', 'B', 'x'.repeat(100)])
    const many = tableOf(
      ['A'],
      Array.from({ length: 3000 }, (_, n) => [n]),
    )
    expect([many.rows.length, many.found]).toEqual([1000, 3000])
    const large = tableOf(
      ['A'],
      Array.from({ length: 900 }, () => ['y'.repeat(5000)]),
    )
    expect(JSON.stringify(large.rows).length).toBeLessThan(263_000)
    expect(large.rows[0]?.[0]).toHaveLength(2000)
    expect(
      tableOf(
        ['A', 'B'],
        [
          ['', null],
          ['a\0b', Number.NaN],
        ],
      ).rows,
    ).toEqual([['a b', null]])
  })
})

describe('CSV', () => {
  it('detects the separator, quotes, line breaks and encoding', () => {
    expect(csv('Dish;Price\r\n"Tea; green";3,50\r\n').rows).toEqual([['Tea; green', '3,50']])
    expect(csv('A,B\n"two\nlines",2').rows).toEqual([['two\nlines', '2']])
    expect(csv('\ufeffGericht\tPreis\nTee\t3').columns).toEqual(['Gericht', 'Preis'])
    const latin = Uint8Array.from('Name\nCaf\u00e9', (letter) => letter.charCodeAt(0))
    expect(readCsv(latin, 'text/csv').rows).toEqual([['Café']])
  })
  const wide = (text: string) => Buffer.from(text, 'utf16le')
  it.each([
    ['with its mark', wide('\ufeffGericht;Preis\r\nKäse;3,50 €\r\n')],
    ['of large-endian machines', wide('\ufeffGericht;Preis\r\nKäse;3,50 €\r\n').swap16()],
    ['without a mark', wide('Gericht;Preis\r\nKäse;3,50 €\r\n')],
    [
      'cut off in a letter',
      Buffer.concat([wide('\ufeffGericht;Preis\r\nKäse;3,50 €\r\n'), Buffer.from([65])]),
    ],
  ])('reads UTF-16 %s, whatever the header says', (_title, content) => {
    const { columns, rows } = readCsv(content, 'text/csv; charset=utf-8')
    expect([columns, rows]).toEqual([['Gericht', 'Preis'], [['Käse', '3,50 €']]])
  })
  it("uses Excel's separator hint, and none for a single column", () => {
    expect(csv('sep=;\r\nDish;Price\r\nTea, green;3,50\r\n').rows).toEqual([['Tea, green', '3,50']])
    expect(csv('News\nWe moved, come in\nOpen today').rows).toEqual([['We moved, come in'], ['Open today']])
  })
  it('names the row whose quotation mark swallows the others', () => {
    expect(() => csv('A;B\n1;2\n"x;1\ny;2\n')).toThrow("row 3 begins with a quotation mark that isn't closed")
  })
})

describe('the URL of a Google Sheet', () => {
  const sheets = 'https://docs.google.com/spreadsheets/d'
  it.each([
    [`${sheets}/1aB-_c/edit#gid=7`, `${sheets}/1aB-_c/export?format=csv&gid=7`],
    [`${sheets}/1aB-_c/edit?gid=7#gid=7`, `${sheets}/1aB-_c/export?format=csv&gid=7`],
    [`${sheets}/1aB-_c/edit?usp=sharing`, `${sheets}/1aB-_c/export?format=csv`],
    [`${sheets}/1aB-_c`, `${sheets}/1aB-_c/export?format=csv`],
    ['https://docs.google.com/spreadsheets/u/1/d/1aB-_c/edit', `${sheets}/1aB-_c/export?format=csv`],
    [`${sheets}/e/2PACX-x/pubhtml?gid=7&single=true`, `${sheets}/e/2PACX-x/pub?output=csv&gid=7&single=true`],
    [`${sheets}/e/2PACX-x/pubhtml`, `${sheets}/e/2PACX-x/pub?output=csv`],
  ])('%s is the one of its table', (given, table) => {
    expect(sheetAddress(given, 'csv')).toBe(table)
  })
  it.each([
    `${sheets}/e/2PACX-x/pub?gid=7&single=true&output=csv`,
    `${sheets}/1aB-_c/export?format=csv&gid=7`,
    `${sheets}/1aB-_c/gviz/tq?tqx=out:csv`,
    'https://docs.google.com.evil.example/spreadsheets/d/1aB-_c/edit',
    'https://example.com/?u=https://docs.google.com/spreadsheets/d/1aB-_c/edit',
  ])('%s stays', (url) => expect(sheetAddress(url, 'csv')).toBe(url))
  it('is a workbook for XLSX sources', () => {
    expect(sheetAddress(`${sheets}/1aB-_c/edit#gid=7`, 'xlsx')).toBe(`${sheets}/1aB-_c/export?format=xlsx`)
  })
})

describe('JSON', () => {
  const json = (value: unknown, path = '') => readJson(bytes(JSON.stringify(value)), '', path)
  it('finds the rows, and flattens nested objects to columns', () => {
    const days = { days: [{ items: [{ a: { b: 1 }, tags: ['x', 'y'] }, { c: true }] }] }
    expect(json(days, 'days[0].items')).toEqual({
      columns: ['a.b', 'tags', 'c'],
      rows: [
        [1, 'x, y', null],
        [null, null, true],
      ],
      found: 2,
    })
    expect(json({ price: 2 }).rows).toEqual([[2]])
    expect(json(['a', 'b'])).toMatchObject({ columns: ['value'], rows: [['a'], ['b']] })
  })
  it.each(['__proto__', 'constructor', 'toString', 'a.b.c', '9'])('finds nothing at %s', (path) => {
    expect(() => json({ a: 1 }, path)).toThrow('nothing at')
  })
})

describe('a calendar', () => {
  const NOW = Date.parse('2026-11-21T12:00:00Z')
  const read = (events: string, timezone = 'Europe/Berlin', days = 7) =>
    readCalendar(bytes(`BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events}\r\nEND:VCALENDAR`), '', {
      timezone,
      days,
      now: NOW,
    }).rows.map((row) => row.slice(0, 4))
  const event = (...lines: string[]) =>
    ['BEGIN:VEVENT', `UID:${lines.join()}`, 'SUMMARY:Meeting', ...lines, 'END:VEVENT'].join('\r\n')

  it('repeats, moves and skips occurrences, in the named zones', () => {
    const weekly = [
      'BEGIN:VEVENT\r\nUID:w\r\nSUMMARY:Yoga\r\nDTSTART;TZID=America/New_York:20260105T090000',
      'DURATION:PT1H\r\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE\r\nEXDATE;TZID=America/New_York:20261124T090000\r\nEND:VEVENT',
      'BEGIN:VEVENT\r\nUID:w\r\nSUMMARY:Late yoga\r\nRECURRENCE-ID;TZID=America/New_York:20261125T090000',
      'DTSTART;TZID=America/New_York:20261125T180000\r\nDURATION:PT1H\r\nEND:VEVENT',
    ].join('\r\n')
    expect(read(weekly)).toEqual([
      ['Yoga', '2026-11-23', '15:00', '16:00'],
      ['Late yoga', '2026-11-26', '00:00', '01:00'],
    ])
    expect(read(event('DTSTART:20261122T080000Z', 'DTEND:20261122T090000Z'), 'Asia/Tokyo')).toEqual([
      ['Meeting', '2026-11-22', '17:00', '18:00'],
    ])
    expect(read(event('DTSTART:20261122T080000', 'DTEND:20261122T090000'))).toEqual([
      ['Meeting', '2026-11-22', '08:00', '09:00'],
    ])
    expect(read(event('DTSTART;VALUE=DATE:20261121'))).toEqual([['Meeting', '2026-11-21', '', '']])
  })

  it('skips occurrences on impossible days, and nothing else', () => {
    const never = event('DTSTART:20260101T080000Z', 'RRULE:FREQ=DAILY;BYMONTH=2,4;BYMONTHDAY=31,-31')
    const leapDay = event('DTSTART:20240229T080000Z', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29,30')
    const good = event('DTSTART:20261122T080000Z', 'DTEND:20261122T090000Z')
    const meeting = ['Meeting', '2026-11-22', '09:00', '10:00']
    expect(read([never, good].join('\r\n'))).toEqual([meeting])
    expect(read([leapDay, good].join('\r\n'), 'Europe/Berlin', 400)).toEqual([meeting])
    expect(read(leapDay, 'Europe/Berlin', 400)).toEqual([])
    expect(read(leapDay, 'Europe/Berlin', 500)).toEqual([['Meeting', '2028-02-29', '09:00', '09:00']])
  })

  it('drops events that have ended, are too far ahead or were canceled', () => {
    expect(read(event('DTSTART:20261121T080000Z', 'DTEND:20261121T090000Z'))).toEqual([])
    expect(read(event('DTSTART:20261201T080000Z'))).toEqual([])
    expect(read(event('DTSTART:20261122T080000Z', 'STATUS:CANCELLED'))).toEqual([])
  })
})
