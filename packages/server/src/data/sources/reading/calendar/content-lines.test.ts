import { describe, expect, it } from 'vitest'
import { readCalendar } from './read-calendar.ts'

const NOW = Date.parse('2026-11-28T00:00:00Z')
const window = { timezone: 'Europe/Berlin', days: 30, now: NOW }
const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => [
  'BEGIN:VEVENT',
  'UID:1',
  'DTSTART:20261201T090000Z',
  ...lines,
  'END:VEVENT',
]
const bytes = (text: string) => Buffer.from(text)
const row = (content: Buffer) => readCalendar(content, '', window).rows[0]
const title = (content: Buffer) => row(content)?.[0]

describe('lines', () => {
  const long = bytes(calendar(...event('SUMMARY:Käse 🧀 für alle')))
  it('are unfolded wherever they are folded, also in the middle of a character', () => {
    const start = long.indexOf('SUMMARY:') + 'SUMMARY:'.length
    for (const fold of ['\r\n ', '\n ', '\r\n\t'])
      for (let at = start; at < start + 24; at++) {
        const folded = Buffer.concat([long.subarray(0, at), Buffer.from(fold), long.subarray(at)])
        expect(title(folded)).toBe('Käse 🧀 für alle')
      }
  })
  it.each(['\r\n', '\n', '\r'])('end with %j', (end) => {
    expect(title(bytes(long.toString().replaceAll('\r\n', end)))).toBe('Käse 🧀 für alle')
  })
  it('lose one blank for each fold', () => {
    expect(title(bytes(calendar(...event('SUMMARY:two\r\n  words'))))).toBe('two words')
    expect(title(bytes(calendar(...event('SUMMARY:one\r\n wo\r\n \r\n rd'))))).toBe('oneword')
  })
  it.each([
    ['a byte order mark', bytes(`\ufeff${long}`)],
    ['one for each of two files', bytes(`\ufeff${long}\ufeff${long}`)],
    ['UTF-16', Buffer.from(`\ufeff${long}`.replace('Käse', 'Kä\r\n se'), 'utf16le')],
    ['small letters', bytes(long.toString().replace(/^[A-Z]+/gm, (name) => name.toLowerCase()))],
    [
      'lines that are none',
      bytes(calendar('NO PROPERTY', ...event('SUMMARY:Käse 🧀 für alle', 'ATTENDEE;CN', 'X-A;=:'))),
    ],
  ])('are read with %s', (_what, content) => expect(title(content)).toBe('Käse 🧀 für alle'))
  it('have colons and semicolons in quoted parameters', () => {
    const quoted = 'SUMMARY;X-A="a:b;c=d";LANGUAGE=de:Tea: green; hot'
    expect(title(bytes(calendar(...event(quoted))))).toBe('Tea: green; hot')
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Office: Berlin; 1',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0300',
      'TZOFFSETTO:+0300',
      'END:STANDARD',
      'END:VTIMEZONE',
    ]
    const there = event('SUMMARY:A').map((line) =>
      line.replace(/^DTSTART.*/, 'DTSTART;TZID="Office: Berlin; 1":20261201T090000'),
    )
    expect(row(bytes(calendar(...zone, ...there)))?.[7]).toBe('2026-12-01T06:00:00.000Z')
  })
})

describe('texts', () => {
  it.each([
    ['Tea\\, green\\; hot', 'Tea, green; hot'],
    ['One\\nTwo', 'One Two'],
    ['C:\\\\news', 'C:\\news'],
    ['<b>Bold</b> &amp; <i>bright</i>', 'Bold & bright'],
    ['A<script>alert(1)</script>B', 'A B'],
    ['1 < 2 & 3 > 2', '1 < 2 & 3 > 2'],
    ['a\u202eb\u0007c\u00add', 'ab cd'],
    ['می‌خواهم', 'می‌خواهم'],
  ])('%j is the title %j', (written, shown) => {
    expect(title(bytes(calendar(...event(`SUMMARY:${written}`))))).toBe(shown)
  })
  it('of a description keep their lines, those of elements too', () => {
    const written = '<p>Bring:</p><ul><li>tea<br>cups</ul>\\n\\n\\n  &nbsp;more   words'
    const [, , , , location, description] =
      row(bytes(calendar(...event(`DESCRIPTION:${written}`, 'LOCATION:<a href="x">Room</a>\\n1')))) ?? []
    expect([location, description]).toEqual(['Room 1', 'Bring:\n\ntea\ncups\n\nmore words'])
  })
})

describe('zones', () => {
  const at = (tzid: string, ...before: string[]) => {
    const lines = event('SUMMARY:A').map((line) =>
      line.replace(/^DTSTART.*/, `DTSTART;TZID=${tzid}:20261201T090000`),
    )
    const { rows, note } = readCalendar(bytes(calendar(...before, ...lines)), '', window)
    return [String(rows[0]?.[7]).slice(11, 16), note]
  }
  it.each([
    ['America/New_York', '14:00'],
    ['Eastern Standard Time', '14:00'],
    ['"(UTC-05:00) Eastern Time (US & Canada)"', '08:00'],
    ['/freeassociation.sourceforge.net/America/New_York', '14:00'],
    ['UTC', '09:00'],
    ['Pacific/Kiritimati', '19:00'],
  ])('%s', (tzid, time) => expect(at(tzid)[0]).toBe(time))

  it('that are unknown are named, and their times are read in the zone of the source', () => {
    const note = 'These time zones aren’t known'.replace('’', "'")
    expect(at('Mars/Base')).toEqual([
      '08:00',
      `${note}, so their times are read as those of Europe/Berlin: “Mars/Base”.`,
    ])
    expect(at('Europe/Berlin')).toEqual(['08:00', undefined])
  })
  it('that the calendar describes follow its rules', () => {
    const described = (name: string) => [
      'BEGIN:VTIMEZONE',
      `TZID:${name}`,
      'BEGIN:STANDARD',
      'DTSTART:16010101T030000',
      'TZOFFSETFROM:+0530',
      'TZOFFSETTO:+0430',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:16010101T020000',
      'TZOFFSETFROM:+0430',
      'TZOFFSETTO:+0530',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ]
    expect(at('Customized Time Zone', ...described('Customized Time Zone'))).toEqual(['04:30', undefined])
    // This machine's rules go first.
    expect(at('Europe/Berlin', ...described('Europe/Berlin'))).toEqual(['08:00', undefined])
  })
})

it('events that cannot be read are counted, and hide no others', () => {
  const bad = ['BEGIN:VEVENT', 'UID:2', 'DTSTART:20261201T090000Z', 'RRULE:FREQ=SOMETIMES', 'END:VEVENT']
  expect(readCalendar(bytes(calendar(...bad, ...event('SUMMARY:A'))), '', window)).toMatchObject({
    rows: [
      [
        'A',
        '2026-12-01',
        '10:00',
        '10:00',
        null,
        null,
        false,
        '2026-12-01T09:00:00.000Z',
        '2026-12-01T09:00:00.000Z',
      ],
    ],
    note: "Events that can't be read: 1.",
  })
})
