import { gtfsFiles, gtfsZip, zipOf } from '#test/zip.ts'
import { filled, type HostileDocument, LAUGHS, MB, OLE } from './document.ts'

const RELATED = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet'
const sheet = (content: string | Buffer, more: { styles?: string; strings?: string } = {}) =>
  zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: 'xl/workbook.xml',
      content: '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships><Relationship Id="rId1" Type="${RELATED}" Target="worksheets/sheet1.xml"/>${Object.keys(
        more,
      )
        .map((name) => `<Relationship Id="${name}" Type="${TYPES[name]}" Target="${name}.xml"/>`)
        .join('')}</Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', content, packed: true },
    ...Object.entries(more).map(([name, part]) => ({ name: `xl/${name}.xml`, content: part, packed: true })),
  ])
const TYPES: Readonly<Record<string, string>> = { styles: 'r/styles', strings: 'r/sharedStrings' }
const rows = (content: string) => sheet(`<worksheet><sheetData>${content}</sheetData></worksheet>`)
const cell = (at: string) => `<row r="${/\d+/.exec(at)?.[0]}"><c r="${at}"><v>1</v></c></row>`
/** Every cell has its own format of the greatest length. */
const formats = (count: number) => {
  const list = Array.from({ length: count }, (_, n) => n)
  const code = (n: number) => `${n}${'?/#.0,[h]'.repeat(27)}`
  const styles = `<styleSheet><numFmts>${list.map((n) => `<numFmt numFmtId="${n + 200}" formatCode="${code(n)}"/>`).join('')}</numFmts><cellXfs>${list.map((n) => `<xf numFmtId="${n + 200}"/>`).join('')}</cellXfs></styleSheet>`
  const cells = (row: number) =>
    list
      .slice(0, 40)
      .map((n) => `<c r="${String.fromCharCode(65 + (n % 26))}${row}" s="${row * 40 + n}"><v>1</v></c>`)
  const all = Array.from({ length: count / 40 }, (_, row) => `<row>${cells(row).join('')}</row>`)
  return sheet(`<worksheet><sheetData>${all.join('')}</sheetData></worksheet>`, { styles })
}
const strings = (count: number) =>
  sheet(`<worksheet><sheetData>${cell('A1')}</sheetData></worksheet>`, {
    strings: `<sst>${'<si><t>a</t></si>'.repeat(count)}</sst>`,
  })

const timetable = (files: Record<string, string | Buffer>) => gtfsZip({ ...gtfsFiles(), ...files })
/** Trips that call at other stops. */
function trips(size: number): string {
  const some = Array.from({ length: 40_000 }, (_, n) => {
    const time = `07:${10 + (n % 50)}:00`
    return `operator-${(n * 7919) % 99_991}-${n},${time},${time},Z,1,,0\n`
  }).join('')
  return gtfsFiles().stop_times + some.repeat(Math.ceil(size / some.length))
}
const stops = (count: number) =>
  `${gtfsFiles().stops}\r\n${Array.from({ length: count }, (_, n) => `s${n},,Stop ${n},M,`).join('\n')}`
const frequencies = `trip_id,start_time,end_time,headway_secs\n${'T1,00:00:00,999:00:00,30\n'.repeat(20_000)}`

const slides = (name: string, content: string | Buffer) => zipOf([{ name, content, packed: true }])

export const HOSTILE_ARCHIVES: readonly HostileDocument[] = [
  ['xlsx', 'a bomb of 200 MB', () => sheet(filled(200 * MB, ' ')), /too large unpacked/],
  [
    'xlsx',
    'a bomb that claims to be small',
    () => zipOf([{ name: 'xl/workbook.xml', content: filled(200 * MB, ' '), packed: true, size: 10 }]),
    /damaged|memory|too long/,
  ],
  ['xlsx', 'a cell at the far end', () => rows(cell('XFD1048576')), /no rows/],
  ['xlsx', 'cells at both ends', () => rows(cell('A1') + cell('XFD1048576')), 'read'],
  ['xlsx', 'a million cells', () => rows(cell('A1').repeat(MB)), 'any'],
  ['xlsx', 'elements in elements', () => sheet('<a>'.repeat(5 * MB)), /damaged|memory|too long/],
  [
    'xlsx',
    'a billion laughs',
    () =>
      sheet(
        `<!DOCTYPE x [${LAUGHS}]><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&h;</t></is></c></row></sheetData></worksheet>`,
      ),
    /damaged/,
  ],
  ['xlsx', 'a long format for every cell', () => formats(10_000), 'read'],
  ['xlsx', 'strings that nothing shows', () => strings(2 * MB), 'any'],
  ['xlsx', 'a password', OLE, /isn't an XLSX file/],

  ['gtfs', 'a timetable of 200 MB', () => timetable({ stop_times: trips(200 * MB) }), 'read'],
  [
    'gtfs',
    'a bomb of 80 MB',
    () => timetable({ stop_times: filled(80 * MB, `${'x'.repeat(4000)}\n`) }),
    /compressed too much/,
  ],
  [
    'gtfs',
    'a record without an end',
    () => timetable({ stop_times: `trip_id\n"${'x'.repeat(MB)}` }),
    /damaged/,
  ],
  ['gtfs', 'a million platforms', () => timetable({ stops: stops(MB) }), 'read'],
  ['gtfs', 'trips that repeat for ever', () => timetable({ frequencies }), /Too many trips/],
  ['gtfs', 'a password', OLE, /isn't a GTFS feed/],

  [
    'pptx',
    'a bomb of 100 MB',
    () => slides('ppt/presentation.xml', filled(100 * MB, ' ')),
    /can't be opened/,
  ],
  ['pptx', 'a password', OLE, /old Office file or has a password/],
  ['pptx', 'a part that is missing', () => slides('ppt/presentation.xml', '<p/>'), /can't be opened/],
  ['odp', 'a bomb of 400 MB', () => odp(filled(400 * MB, ' ')), /can't be opened/],
  ['odp', 'elements in elements', () => odp('<a>'.repeat(MB)), /can't be opened/],
  ['odp', 'a billion laughs', () => odp(`<!DOCTYPE x [${LAUGHS}]><x>&h;</x>`), /can't be opened/],
]

const odp = (content: string | Buffer) =>
  zipOf([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.presentation' },
    { name: 'content.xml', content, packed: true },
  ])
