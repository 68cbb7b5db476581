import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { zipOf } from '#test/zip.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../../../../../test/fixtures/${name}`, import.meta.url))
const read = (bytes: Buffer, sheet = '', language = '') => readSpreadsheet(bytes, { sheet, language })

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATED = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const sheetXml = (rows: string, before = '') =>
  `<?xml version="1.0"?><worksheet xmlns="${MAIN}">${before}<sheetData>${rows}</sheetData></worksheet>`
const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
const number = (at: string, value: number, style = 0) => `<c r="${at}" s="${style}"><v>${value}</v></c>`

interface Parts {
  sheets: { name: string; state?: string; rows: string; before?: string }[]
  strings?: string
  styles?: string
  settings?: string
}

/** A workbook written part by part, with content that no program lets people write. */
const workbook = ({ sheets, strings, styles, settings = '' }: Parts): Buffer =>
  zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${MAIN}" xmlns:r="${RELATED}"><workbookPr ${settings}/><sheets>${sheets
        .map(
          ({ name, state }, n) =>
            `<sheet name="${name}" sheetId="${n + 1}"${state ? ` state="${state}"` : ''} r:id="rId${n + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${sheets
        .map(
          (_, n) =>
            `<Relationship Id="rId${n + 1}" Type="${RELATED}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
        )
        .join(
          '',
        )}<Relationship Id="s" Type="${RELATED}/sharedStrings" Target="/xl/strings.xml"/><Relationship Id="t" Type="${RELATED}/styles" Target="styles.xml"/></Relationships>`,
    },
    ...(strings ? [{ name: 'xl/strings.xml', content: `<sst xmlns="${MAIN}">${strings}</sst>` }] : []),
    ...(styles
      ? [{ name: 'xl/styles.xml', content: `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>` }]
      : []),
    ...sheets.map(({ rows, before }, n) => ({
      name: `xl/worksheets/sheet${n + 1}.xml`,
      content: sheetXml(rows, before),
      packed: true,
    })),
  ])
const one = (rows: string, more: Partial<Parts> & { before?: string } = {}) =>
  workbook({ ...more, sheets: [{ name: 'Drinks', rows, ...(more.before && { before: more.before }) }] })
const MENU = `<row r="2">${text('A2', 'Dish')}${text('B2', 'Price')}</row><row r="3">${text('A3', 'Tea')}${number('B3', 2.5)}</row>`

describe('files of users', () => {
  it('show times, midnight, durations, prices, and percentages as Excel does', async () => {
    const { columns, rows } = await read(fixture('course-times.xlsx'))
    expect(columns).toEqual(['Course', 'Begins', 'Closes', 'Takes', 'Price', 'Off'])
    const same = ['0:00:00', '30:15', '4.50 €', '25%']
    expect(rows).toEqual([
      ['Yoga', '2026-12-01 7:00:00', ...same],
      ['Pilates', '2026-12-01 9:05:00', ...same],
      ['Spin', '2026-12-01 16:30:00', ...same],
      ['Swim', '2026-12-01 18:15:00', ...same],
    ])
    expect((await read(fixture('course-times.xlsx'), '', 'de-DE')).rows[0]?.slice(2)).toEqual([
      '00:00:00',
      '30:15',
      '4,50 €',
      '25%',
    ])
  })

  it('show the first visible sheet, without its hidden rows and columns', async () => {
    expect(await read(fixture('hidden-first.xlsx'))).toEqual({
      columns: ['Dish', 'Price'],
      rows: [['Soup', 3]],
      found: 1,
    })
  })
})

describe('the sheet', () => {
  const rows = (name: string) => `<row r="1">${text('A1', name)}</row>`
  const sheets = ['visible', 'hidden', 'veryHidden'].map((state) => ({
    name: `The ${state}`,
    state,
    rows: rows(state),
  }))
  const first = async (list: Parts['sheets'], sheet = '') =>
    (await read(workbook({ sheets: list }), sheet)).columns[0]

  it('is the first visible one, wherever it is', async () => {
    for (const order of [
      [0, 1, 2],
      [1, 0, 2],
      [2, 1, 0],
    ])
      expect(await first(order.flatMap((n) => sheets[n] ?? []))).toBe('visible')
  })
  it('can be a hidden one only by name', async () => {
    expect(await first(sheets, 'the HIDDEN ')).toBe('hidden')
    expect(await first(sheets, 'The veryHidden')).toBe('veryHidden')
    await expect(first(sheets.slice(1))).rejects.toThrow('All sheets of this file are hidden')
  })
  it('is named among the visible ones if there is no such sheet', async () => {
    await expect(first(sheets, 'Food')).rejects.toThrow(
      /There is no sheet “Food”. This file has: The visible$/,
    )
  })
})

describe('rows and columns', () => {
  it('begin below empty rows', async () => {
    const expected = { columns: ['Dish', 'Price'], rows: [['Tea', 2.5]], found: 1 }
    expect(await read(one(MENU))).toEqual(expected)
    expect(await read(one(MENU), 'Drinks')).toEqual(expected)
  })

  const three = (row: number, rest = '') =>
    `<row r="${row}"${rest}>${text(`A${row}`, `a${row}`)}${text(`B${row}`, `b${row}`)}${text(`C${row}`, `c${row}`)}</row>`
  it.each([
    [
      'a hidden column',
      '<cols><col min="2" max="2" hidden="1"/></cols>',
      '',
      [
        ['a1', 'c1'],
        ['a2', 'c2'],
      ],
    ],
    ['columns of no width', '<cols><col min="1" max="2" width="0"/></cols>', '', [['c1'], ['c2']]],
    ['a filtered row', '', ' hidden="true"', [['a1', 'b1', 'c1']]],
    ['rows hidden by default', '<sheetFormatPr zeroHeight="1"/>', ' hidden="0"', [['a2', 'b2', 'c2']]],
  ])('leave out %s', async (_what, before, rest, expected) => {
    const { columns, rows } = await read(one(three(1) + three(2, rest), { before }))
    expect([columns, ...rows]).toEqual(expected)
  })

  it('can lack addresses', async () => {
    const cells = (...values: string[]) =>
      `<row>${values.map((value) => `<c t="str"><v>${value}</v></c>`).join('')}</row>`
    expect(await read(one(cells('A', 'B') + cells('1', '2')))).toEqual({
      columns: ['A', 'B'],
      rows: [['1', '2']],
      found: 1,
    })
  })

  it('of merged cells have their value in the first one', async () => {
    const rows = `<row r="1">${text('A1', 'A')}${text('B1', 'B')}</row><row r="2">${text('A2', 'both')}<c r="B2" s="0"/></row>`
    expect((await read(one(rows))).rows).toEqual([['both', null]])
  })

  it('are counted beyond those that are kept, and a far cell needs no room', async () => {
    const many = Array.from(
      { length: 4000 },
      (_, n) => `<row r="${n + 1}">${text(`A${n + 1}`, 'Tea')}</row>`,
    ).join('')
    const table = await read(one(`${many}<row r="1048576">${number('XFD1048576', 1)}</row>`))
    expect([table.found, table.rows.length, table.columns]).toEqual([3999, 1000, ['Tea']])
  })
})

describe('values', () => {
  const strings =
    '<si><t>Plain &amp; simple</t></si><si><r><t xml:space="preserve">Rich </t></r><r><rPr><b/></rPr><t>text</t></r><rPh sb="0" eb="1"><t>reading</t></rPh></si><si><t>two_x000D_\nlines</t></si>'
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="&quot;#&quot;0"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="20"/></cellXfs>'
  it.each([
    ['a shared string', '<c r="A2" t="s"><v>0</v></c>', 'Plain & simple'],
    ['a rich string without its reading', '<c r="A2" t="s"><v>1</v></c>', 'Rich text'],
    ['a line break of Windows', '<c r="A2" t="s"><v>2</v></c>', 'two\nlines'],
    ['a string that is missing', '<c r="A2" t="s"><v>99</v></c>', null],
    ['an inline string', '<c r="A2" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>', 'inline'],
    ["a formula's text", '<c r="A2" t="str"><f>"a"&amp;"b"</f><v>ab</v></c>', 'ab'],
    ["a formula's number", '<c r="A2" s="2"><f>3+4</f><v>7</v></c>', '#7'],
    ["a formula's date", '<c r="A2" s="1"><f>TODAY()</f><v>46357</v></c>', '12/1/2026'],
    ['a formula without a result', '<c r="A2"><f>3+4</f></c>', null],
    ['TRUE', '<c r="A2" t="b"><v>1</v></c>', 'TRUE'],
    ['FALSE', '<c r="A2" t="b"><v>0</v></c>', 'FALSE'],
    ['an error', '<c r="A2" t="e"><v>#N/A</v></c>', '#N/A'],
    ['an ISO date', '<c r="A2" t="d" s="1"><v>2026-12-01</v></c>', '12/1/2026'],
    ['an ISO time', '<c r="A2" t="d" s="3"><v>2026-12-01T07:00:00</v></c>', '7:00'],
    ['no number', '<c r="A2"><v>x</v></c>', null],
    ['an unknown style', '<c r="A2" s="77"><v>5</v></c>', 5],
  ])('%s', async (_what, cell, shown) => {
    const rows = `<row r="1">${text('A1', 'A')}${text('B1', 'B')}</row><row r="2">${cell}${number('B2', 1)}</row>`
    expect((await read(one(rows, { strings, styles }))).rows).toEqual([[shown, 1]])
  })

  it('that only Excel can compute are counted for the author', async () => {
    const rows = `<row r="1">${text('A1', 'A')}</row><row r="2">${text('A2', 'x')}<c r="B2"><f>1+2</f></c></row>`
    expect((await read(one(rows))).note).toMatch('Formulas without a result: 1.')
  })

  it('count days from 1904 if the workbook says so, and booleans are in the language of the reader', async () => {
    const rows = `<row r="1">${text('A1', 'A')}${text('B1', 'B')}</row><row r="2">${number('A2', 44_895, 1)}<c r="B2" t="b"><v>1</v></c></row>`
    const mac = one(rows, { styles, settings: 'date1904="1"' })
    expect((await read(mac, '', 'de-AT')).rows).toEqual([['01.12.2026', 'WAHR']])
    expect((await read(mac, '', 'xx-Latn-QQ')).rows).toEqual([['12/1/2026', 'TRUE']])
  })

  it('are found behind prefixes of elements', async () => {
    const sheet = sheetXml(MENU)
      .replace(/<(\/?)(?=[a-z])/g, '<$1x:')
      .replace('xmlns=', 'xmlns:x=')
    const parts = zipOf([
      {
        name: 'xl/workbook.xml',
        content:
          '<x:workbook xmlns:x="m" xmlns:q="r"><x:sheets><x:sheet name="S" q:id="a"/></x:sheets></x:workbook>',
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content:
          '<Relationships><Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="Sheets/One.xml"/></Relationships>',
      },
      { name: 'xl/sheets/one.xml', content: sheet },
    ])
    expect((await read(parts)).rows).toEqual([['Tea', 2.5]])
  })
})

it.each([
  ['no archive', Buffer.from('PK nothing'), "isn't an XLSX file"],
  ['another archive', zipOf([{ name: 'a.txt', content: 'a' }]), 'damaged'],
  ['a sheet that is cut off', one(`${MENU}<row r="4"><c`), 'damaged'],
])('refuses %s', async (_what, bytes, says) => {
  await expect(read(bytes)).rejects.toThrow(says)
})
