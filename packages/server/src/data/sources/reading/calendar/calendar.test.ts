import { describe, expect, it, test } from 'vitest'
import { readCalendar } from './read-calendar.ts'

const NOW = Date.parse('2026-10-18T00:00:00Z')
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const rows = (content: string, timezone = 'America/New_York', now = NOW) =>
  readCalendar(
    new TextEncoder().encode(`BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${content}\r\nEND:VCALENDAR\r\n`),
    '',
    { timezone, days: 30, now },
  ).rows
/** Title and instant of each event. */
const read = (content: string, timezone?: string, now?: number) =>
  rows(content, timezone, now).map((row) => `${row[0]} ${String(row[7]).slice(0, 16)}`)

/** Berlin under another name, with its rules in the file. */
const described = (name: string) =>
  `BEGIN:VTIMEZONE
TZID:${name}
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE
`.replaceAll('\n', '\r\n')

describe('a weekly meeting across the end of summer time, with one occurrence moved and one deleted', () => {
  const series = (zone: string, times: { moved: string; out: string }) =>
    [
      event(
        'UID:a\r\nSUMMARY:Standup',
        `DTSTART;TZID=${zone}:20260901T090000\r\nDTEND;TZID=${zone}:20260901T093000`,
        `RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20261231T230000Z\r\nEXDATE${times.out}`,
      ),
      event(
        `UID:a\r\nSUMMARY:Moved\r\nRECURRENCE-ID${times.moved}`,
        `DTSTART;TZID=${zone}:20261028T140000\r\nDTEND;TZID=${zone}:20261028T143000`,
      ),
    ].join('\r\n')
  const local = (zone: string) => ({
    moved: `;TZID=${zone}:20261027T090000`,
    out: `;TZID=${zone}:20261103T090000`,
  })
  const utc = { moved: ':20261027T080000Z', out: ':20261103T080000Z' }
  const names = [
    ['its own', 'Europe/Berlin', ''],
    ['the one of Windows', 'W. Europe Standard Time', ''],
    ['the one of Windows, described', 'W. Europe Standard Time', described('W. Europe Standard Time')],
    ['a path', '"/mozilla.org/20050126_1/Europe/Berlin"', ''],
    ['one of the calendar only', 'Head office', described('Head office')],
  ] as const
  test.each(
    names.flatMap(([title, zone, rules]) => [
      [title, 'the zone', rules + series(zone, local(zone))] as const,
      [title, 'UTC', rules + series(zone, utc)] as const,
    ]),
  )('is the same with %s as the name of the zone, and what it changes in %s', (_title, _times, content) => {
    expect(read(content)).toEqual([
      'Standup 2026-10-20T07:00',
      'Moved 2026-10-28T13:00',
      'Standup 2026-11-10T08:00',
    ])
  })
})

describe('changed occurrences', () => {
  const weekly = (uid: string) =>
    event(
      `UID:${uid}\r\nSUMMARY:${uid}\r\nDTSTART:20261020T090000Z\r\nDURATION:PT1H\r\nRRULE:FREQ=WEEKLY;COUNT=2`,
    )
  const change = (uid: string, id: string, ...lines: string[]) =>
    event(`UID:${uid}\r\nRECURRENCE-ID:${id}\r\nDURATION:PT1H`, ...lines)

  it("don't change other series with the same times", () => {
    const moved = change('A', '20261027T090000Z', 'SUMMARY:Moved', 'DTSTART:20261028T110000Z')
    expect(read([weekly('A'), weekly('B'), moved].join('\r\n'))).toEqual([
      'A 2026-10-20T09:00',
      'B 2026-10-20T09:00',
      'B 2026-10-27T09:00',
      'Moved 2026-10-28T11:00',
    ])
  })

  it.each([
    ['months ago', '20260601T090000Z'],
    ['in a year', '20271101T090000Z'],
  ])('show now if they were moved from %s', (_when, id) => {
    const monthly = event('UID:m\r\nSUMMARY:Board\r\nDTSTART:20260101T090000Z\r\nRRULE:FREQ=MONTHLY;COUNT=24')
    const moved = change('m', id, 'SUMMARY:Moved', 'DTSTART:20261020T110000Z')
    expect(read(`${monthly}\r\n${moved}`)).toEqual(['Moved 2026-10-20T11:00', 'Board 2026-11-01T09:00'])
  })

  it('show without their series, and in their latest version', () => {
    const versions = [2, 1].map((sequence) =>
      change(
        'x',
        '20261027T090000Z',
        `SEQUENCE:${sequence}`,
        `SUMMARY:V${sequence}`,
        'DTSTART:20261028T110000Z',
      ),
    )
    expect(read(versions.join('\r\n'))).toEqual(['V2 2026-10-28T11:00'])
  })
})

describe('files of other programs', () => {
  const good = event('UID:g', 'SUMMARY:Good', 'DTSTART:20261101T090000Z')

  it('starts with the first date if others are only added to it', () => {
    const added = event(
      'UID:r\r\nSUMMARY:R\r\nDTSTART:20261020T090000Z\r\nRDATE:20261021T100000Z,20261022T110000Z',
    )
    expect(read(added)).toEqual(['R 2026-10-20T09:00', 'R 2026-10-21T10:00', 'R 2026-10-22T11:00'])
    const left = added.replace('RDATE', 'EXDATE:20261020T090000Z\r\nRDATE')
    expect(read(left)).toEqual(['R 2026-10-21T10:00', 'R 2026-10-22T11:00'])
  })

  it('skips lines without a property, and unescaped line breaks', () => {
    const text = event(
      'UID:t',
      'SUMMARY:Party',
      'DESCRIPTION:Bring',
      'a cake',
      '',
      'DTSTART:20261102T090000Z',
    )
    const found = rows(`GARBAGE LINE\r\n${good}\r\n${text}`)
    expect(found.map(([title, , , , , description]) => [title, description])).toEqual([
      ['Good', null],
      ['Party', 'Bring\na cake'],
    ])
  })

  it('reads several calendars in one file', () => {
    const other = event('UID:o', 'SUMMARY:Other', 'DTSTART:20261102T090000Z')
    expect(read(`${good}\r\nEND:VCALENDAR\r\nBEGIN:VCALENDAR\r\n${other}`)).toHaveLength(2)
  })

  it('takes no more time for many events, and changed occurrences of other events, than for few', () => {
    const many = Array.from({ length: 20_000 }, (_, n) =>
      event(
        `UID:${n}`,
        'SUMMARY:N',
        n % 2 ? 'DTSTART:20261101T090000Z' : 'DTSTART:20200101T090000Z',
        ...(n % 2 ? ['RECURRENCE-ID:20261101T090000Z'] : []),
      ),
    ).join('\r\n')
    const began = process.cpuUsage()
    read(many)
    // Every event used to search all changed occurrences: minutes for them.
    expect(process.cpuUsage(began).user).toBeLessThan(15e6)
  })
})
