import { instantOf, localTime } from '@vitrine/contract/schedule/time-zone'
import { describe, expect, it } from 'vitest'
import { readCalendar } from './read-calendar.ts'
import { namedZone } from './zones.ts'

const NOW = Date.parse('2026-11-28T00:00:00Z')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'SUMMARY:E', ...lines, 'END:VEVENT'].join('\r\n')
const table = (events: string, { timezone = 'Etc/GMT', days = 30, now = NOW } = {}) =>
  readCalendar(
    new TextEncoder().encode(`BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events}\r\nEND:VCALENDAR\r\n`),
    '',
    { timezone, days, now },
  )
const starts = (events: string, options?: Parameters<typeof table>[1]) =>
  table(events, options).rows.map((row) => String(row[7]).slice(0, 16))
const stamp = (reading: number) => new Date(reading).toISOString().slice(0, 19).replace(/[-:]/g, '')

/** From -11 to +14 hours, with half and quarter hours. */
const ZONES = [
  'Pacific/Pago_Pago',
  'America/New_York',
  'America/St_Johns',
  'Etc/GMT',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
]
const VIEWERS = ['Pacific/Pago_Pago', 'Europe/Berlin', 'Pacific/Kiritimati']
const CLOCKS = ['00:00', '00:30', '12:00', '23:45'] as const
const at = (day: number, clock: string) => Date.parse(`2026-12-${String(day).padStart(2, '0')}T${clock}:00Z`)

/** How a program writes an occurrence: `;TZID=X:20261203T000000`. */
type Writing = (reading: number, zone: string) => string
const WRITINGS: Record<string, Writing> = {
  'a date': (reading) => `;VALUE=DATE:${stamp(reading).slice(0, 8)}`,
  'a date without its type': (reading) => `:${stamp(reading).slice(0, 8)}`,
  'its local time': (reading, zone) => `;TZID=${zone}:${stamp(reading)}`,
  'a time without a zone': (reading) => `:${stamp(reading)}`,
  UTC: (reading, zone) => `:${stamp(namedZone(zone).instantOf(reading))}Z`,
  'the time of another zone': (reading, zone) =>
    `;TZID=Asia/Tokyo:${stamp(namedZone('Asia/Tokyo').readingOf(namedZone(zone).instantOf(reading)))}`,
}
/** UNTIL has no parameters. */
const UNTILS = ['a date without its type', 'a time without a zone', 'UTC']

describe.each(ZONES)('a daily series in %s', (zone) => {
  /** Local days of a series of three from December 1, for all viewers and times of day. */
  const days = (lines: (clock: string) => string[], rest: (clock: string) => string = () => '') =>
    VIEWERS.flatMap((timezone) =>
      CLOCKS.map((clock) => {
        const first = `DTSTART;TZID=${zone}:${stamp(at(1, clock))}`
        const found = table(event('UID:1', first, 'DURATION:PT10M', ...lines(clock)) + rest(clock), {
          timezone,
        })
        return found.rows
          .map((row) => {
            const { date, minutes } = localTime(zone, Date.parse(String(row[7])))
            const isOnTime = minutes === Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
            return `${row[0]}${Number(date.slice(8))}${isOnTime ? '' : '?'}`
          })
          .join(' ')
      }),
    )
  const all = (expected: string) => VIEWERS.flatMap(() => CLOCKS.map(() => expected))

  it.each(UNTILS)('ends with the day that UNTIL names by %s', (writing) => {
    const until = (clock: string) => WRITINGS[writing]?.(at(3, clock), zone).slice(1)
    expect(days((clock) => [`RRULE:FREQ=DAILY;UNTIL=${until(clock)}`])).toEqual(all('E1 E2 E3'))
  })
  it.each(Object.entries(WRITINGS))('leaves out the day that EXDATE names by %s', (_name, write) => {
    const lines = (clock: string) => ['RRULE:FREQ=DAILY;COUNT=3', `EXDATE${write(at(2, clock), zone)}`]
    expect(days(lines)).toEqual(all('E1 E3'))
  })
  it.each(Object.entries(WRITINGS))('adds the day that RDATE names by %s', (_name, write) => {
    const lines = (clock: string) => ['RRULE:FREQ=DAILY;COUNT=2', `RDATE${write(at(9, clock), zone)}`]
    expect(days(lines)).toEqual(all('E1 E2 E9'))
  })
  it.each(Object.entries(WRITINGS))('changes the day that RECURRENCE-ID names by %s', (_name, write) => {
    const changed = (clock: string) =>
      `\r\n${event('UID:1', `RECURRENCE-ID${write(at(2, clock), zone)}`, `DTSTART;TZID=${zone}:${stamp(at(7, clock))}`).replace('SUMMARY:E', 'SUMMARY:M')}`
    expect(days(() => ['RRULE:FREQ=DAILY;COUNT=3'], changed)).toEqual(all('E1 E3 M7'))
  })
  it.each(Object.entries(WRITINGS))(
    'changes all days from the one that RECURRENCE-ID names by %s',
    (_name, write) => {
      const changed = (clock: string) =>
        `\r\n${event('UID:1', `RECURRENCE-ID;RANGE=THISANDFUTURE${write(at(2, clock), zone)}`, `DTSTART;TZID=${zone}:${stamp(at(7, clock))}`).replace('SUMMARY:E', 'SUMMARY:M')}`
      expect(days(() => ['RRULE:FREQ=DAILY;COUNT=3'], changed)).toEqual(all('E1 M7 M8'))
    },
  )
})

describe.each(ZONES)('an all-day series, seen in %s', (timezone) => {
  const days = (...lines: string[]) =>
    table(event('UID:1', 'DTSTART;VALUE=DATE:20261201', ...lines), { timezone }).rows.map((row) => [
      Number(String(row[1]).slice(8)),
      row[7] === new Date(instantOf(timezone, String(row[1]), 0)).toISOString(),
    ])
  const on = (...list: number[]) => list.map((day) => [day, true])
  const endOfDay = `${stamp(namedZone(timezone).instantOf(at(3, '23:59')))}Z`
  const written = ['20261203', '20261203T000000', '20261203T000000Z', endOfDay]

  it.each(written)('ends with the day that UNTIL names by %s', (until) => {
    expect(days(`RRULE:FREQ=DAILY;UNTIL=${until}`)).toEqual(on(1, 2, 3))
  })
  it.each([
    ':20261203',
    ';VALUE=DATE:20261203',
    ':20261203T000000',
    ';TZID=Asia/Tokyo:20261203T000000',
    ':20261203T000000Z',
    `:${endOfDay}`,
  ])('leaves out the day that EXDATE names by %s, adds and changes it likewise', (day) => {
    expect(days('RRULE:FREQ=DAILY;COUNT=4', `EXDATE${day}`)).toEqual(on(1, 2, 4))
    expect(days('RRULE:FREQ=DAILY;COUNT=2', `RDATE${day}`)).toEqual(on(1, 2, 3))
    const moved = `END:VEVENT\r\nBEGIN:VEVENT\r\nUID:1\r\nRECURRENCE-ID${day}\r\nDTSTART;VALUE=DATE:20261209`
    expect(days('RRULE:FREQ=DAILY;COUNT=4', moved)).toEqual(on(1, 2, 4, 9))
  })
  it('ignores times of day in its rule', () => {
    expect(days('RRULE:FREQ=DAILY;COUNT=2;BYHOUR=9,10;BYMINUTE=30')).toEqual(on(1, 2))
  })
})

describe('a series that began long ago has its next rows', () => {
  const since = (first: string, rule: string) =>
    starts(event('UID:1', first, 'DURATION:PT1M', `RRULE:${rule}`))
  it.each([
    ['DTSTART:19900101T100000Z', 'FREQ=DAILY', 30, '2026-11-28T10:00'],
    ['DTSTART:16010101T100000Z', 'FREQ=DAILY', 30, '2026-11-28T10:00'],
    ['DTSTART;TZID=Europe/Berlin:19900101T100000', 'FREQ=DAILY', 30, '2026-11-28T09:00'],
    ['DTSTART:20000101T100000Z', 'FREQ=HOURLY', 720, '2026-11-28T00:00'],
    ['DTSTART:20000101T100000Z', 'FREQ=HOURLY;INTERVAL=7', 103, '2026-11-28T03:00'],
    ['DTSTART:20000101T100000Z', 'FREQ=MINUTELY', 1000, '2026-11-28T00:00'],
    ['DTSTART:20000101T100000Z', 'FREQ=MINUTELY;INTERVAL=90', 480, '2026-11-28T01:00'],
    ['DTSTART:20000101T100000Z', 'FREQ=SECONDLY', 1000, '2026-11-27T23:59'],
    ['DTSTART:19700105T090000Z', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE', 4, '2026-12-07T09:00'],
    ['DTSTART:20000131T100000Z', 'FREQ=MONTHLY;BYMONTHDAY=-1', 1, '2026-11-30T10:00'],
    ['DTSTART:19601201T100000Z', 'FREQ=YEARLY', 1, '2026-12-01T10:00'],
    ['DTSTART:20000101T100000Z', 'FREQ=DAILY;COUNT=20000', 30, '2026-11-28T10:00'],
  ])('%s, %s', (first, rule, count, next) => {
    const found = since(first, rule)
    expect([found.length, found[0]]).toEqual([count, next])
  })

  it('beside others that repeat too often for the table', () => {
    const often = event('UID:1', 'DTSTART:20000101T100000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY')
    const meeting = event('UID:2', 'DTSTART:20261128T000500Z', 'DURATION:PT1H').replace(
      'SUMMARY:E',
      'SUMMARY:M',
    )
    for (const events of [often + meeting, meeting + often].map((each) =>
      each.replace('VEVENTBEGIN', 'VEVENT\r\nBEGIN'),
    )) {
      const { rows, found } = table(events)
      expect(rows.filter(([title]) => title === 'M')).toHaveLength(1)
      expect(found).toBeGreaterThan(rows.length)
    }
  })

  it('or says that it was cut', () => {
    const count = event('UID:1', 'DTSTART:20000101T100000Z', 'RRULE:FREQ=MINUTELY;COUNT=90000000')
    expect(table(count)).toMatchObject({
      rows: [],
      note: 'These events repeat too often to be read completely: “E”.',
    })
  })
})

// Examples of RFC 5545, 3.8.5.3, moved to these weeks.
it.each([
  ['20261127T090000Z', 'FREQ=MONTHLY;COUNT=3;BYDAY=1FR', '12-04 01-01 02-05'],
  ['20261127T090000Z', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2;COUNT=3', '11-27 12-30 01-28'],
  ['20261201T090000Z', 'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '12-03 01-07 02-04'],
  ['20261201T090000Z', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '12-01 12-06 12-15 12-20'],
  ['20261201T090000Z', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '12-01 12-13 12-15 12-27'],
  ['20261201T090000Z', 'FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;COUNT=1', '12-28'],
  ['20261201T090000Z', 'FREQ=MONTHLY;BYMONTHDAY=31;COUNT=2', '12-31 01-31'],
  ['20261201T090000Z', 'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=1', ''],
  ['20261201T090000Z', 'FREQ=DAILY;COUNT=4;BYHOUR=9,17;BYMINUTE=0', '12-01 12-01 12-02 12-02'],
  ['20261201T090000Z', 'FREQ=YEARLY;BYYEARDAY=-1;COUNT=1', '12-31'],
])('%s, %s is on %s', (first, rule, expected) => {
  const found = starts(event('UID:1', `DTSTART:${first}`, 'DURATION:PT1H', `RRULE:${rule}`), {
    now: Date.parse('2026-11-26T00:00:00Z'),
    days: 80,
  })
  expect(found.map((each) => each.slice(5, 10)).join(' ')).toBe(expected)
})

describe('where clocks change', () => {
  const berlin = (first: string, rule: string, now: string) =>
    starts(event('UID:1', `DTSTART;TZID=Europe/Berlin:${first}`, 'DURATION:PT1H', `RRULE:${rule}`), {
      now: Date.parse(now),
      days: 3,
    })
  it('an occurrence at a skipped time does not exist', () => {
    expect(berlin('20260101T023000', 'FREQ=DAILY', '2026-03-28T00:00:00Z')).toEqual([
      '2026-03-28T01:30',
      '2026-03-30T00:30',
    ])
  })
  it('the first occurrence counts from before the skip', () => {
    const once = event('UID:1', 'DTSTART;TZID=Europe/Berlin:20260329T023000', 'DURATION:PT1H')
    expect(starts(once, { now: Date.parse('2026-03-28T00:00:00Z') })).toEqual(['2026-03-29T01:30'])
  })
  it('a time that comes twice is the first one', () => {
    expect(berlin('20260101T023000', 'FREQ=DAILY', '2026-10-24T00:00:00Z')).toEqual([
      '2026-10-24T00:30',
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ])
  })
  it('days last as long as clocks make them, and hours are exact', () => {
    const lasting = (length: string) =>
      table(event('UID:1', 'DTSTART;TZID=Europe/Berlin:20261024T120000', length), {
        now: Date.parse('2026-10-24T00:00:00Z'),
      }).rows[0]?.[8]
    expect([
      lasting('DURATION:P1D'),
      lasting('DURATION:PT24H'),
      lasting('DTEND;TZID=Europe/Berlin:20261025T120000'),
    ]).toEqual(['2026-10-25T11:00:00.000Z', '2026-10-25T10:00:00.000Z', '2026-10-25T11:00:00.000Z'])
  })
})

it('periods of RDATE have their own end', () => {
  const added = event(
    'UID:1',
    'DTSTART:20261201T090000Z',
    'DURATION:PT1H',
    'RDATE;VALUE=PERIOD:20261202T090000Z/20261202T120000Z,20261203T090000Z/PT2H',
  )
  expect(table(added).rows.map((row) => String(row[8]).slice(5, 16))).toEqual([
    '12-01T10:00',
    '12-02T12:00',
    '12-03T11:00',
  ])
})
