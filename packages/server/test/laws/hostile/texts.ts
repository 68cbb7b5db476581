import { filled, type HostileDocument, LAUGHS, MB, numbers } from './document.ts'

/** Maximum bytes of a response. */
const LARGE = 5 * MB - 100

const nested = (levels: number) => Buffer.from(`${'['.repeat(levels)}1${']'.repeat(levels)}`)

const calendar = (...lines: string[]) =>
  Buffer.from(['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n'))
const since = 'DTSTART:19700101T000000Z'
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:u', 'SUMMARY:Trap', since, ...lines, 'END:VEVENT']
const events = (count: number, ...lines: string[]) =>
  calendar(
    event(...lines)
      .concat('')
      .join('\r\n')
      .repeat(count)
      .trimEnd(),
  )

const rss = (body: string, type = '') =>
  Buffer.from(
    `<?xml version="1.0"?>${type}<rss version="2.0"><channel><title>T</title>${body}</channel></rss>`,
  )
const entity = (declared: string, body: string) => () => rss(body, `<!DOCTYPE rss [${declared}]>`)
const item = '<item><title>a</title></item>'

export const HOSTILE_TEXTS: readonly HostileDocument[] = [
  ['csv', 'one line of 5 MB', () => filled(LARGE, 'x'), 'read'],
  ['csv', 'millions of columns', () => filled(LARGE, ','), /no rows/],
  ['csv', 'millions of names', () => Buffer.concat([filled(LARGE, 'a,'), Buffer.from('\n1,2')]), 'read'],
  ['csv', 'quotes that never close', () => filled(LARGE, '"a,"'), /too long|memory/],
  ['csv', 'millions of rows', () => filled(LARGE, '1\n'), 'read'],
  ['csv', 'bytes of a program', () => Buffer.concat([Buffer.from('\x7fELF'), filled(LARGE, '\0')]), 'read'],
  ['csv', 'a web page', () => Buffer.from('<!doctype html><p>Log in'), /web page, not a CSV file/],

  ['json', '100 levels', () => nested(100), 'read'],
  ['json', '101 levels', () => nested(101), /nested too deeply/],
  ['json', 'millions of levels', () => filled(LARGE, '['), /nested too deeply/],
  ['json', 'a million values', () => Buffer.from(`[${'1,'.repeat(MB)}1]`), /too many values/],
  ['json', 'a string without an end', () => Buffer.from(`["${'\\'.repeat(LARGE - 3)}`), /isn't valid JSON/],
  ['json', 'a prototype', () => Buffer.from('[{"__proto__": {"isAdmin": true}}]'), /isn't valid JSON/],

  ['ical', '1,000 events each second', () => events(1000, 'RRULE:FREQ=SECONDLY'), 'read'],
  [
    'ical',
    'events that count to 90,000',
    () => events(100, 'RRULE:FREQ=MINUTELY;COUNT=90000;BYDAY=MO'),
    'read',
  ],
  ['ical', 'a day that no year has', () => events(9, 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'), 'read'],
  ['ical', 'a day that no month has', () => events(9, 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'), 'read'],
  [
    'ical',
    'each second of each year, by its parts',
    () =>
      events(9, `RRULE:FREQ=YEARLY;BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)};BYSECOND=${numbers(60)}`),
    'read',
  ],
  [
    'ical',
    'events in events',
    () => calendar('BEGIN:VEVENT\r\n'.repeat(300_000)),
    /isn't an iCalendar|too long|memory/,
  ],
  ['ical', 'a line folded a million times', () => events(1, `DESCRIPTION:${'a\r\n '.repeat(MB)}`), 'any'],
  ['ical', '30,000 events', () => events(30_000), /more than 20/],

  [
    'feed',
    'an entity of a file',
    entity('<!ENTITY x SYSTEM "file:///etc/passwd">', '<item><title>&x;</title></item>'),
    /isn't a news feed/,
  ],
  [
    'feed',
    'a document type elsewhere',
    entity('<!ENTITY % x SYSTEM "http://127.0.0.1:9/">%x;', item),
    /isn't a news feed/,
  ],
  ['feed', 'a billion laughs', entity(LAUGHS, '<item><title>&h;</title></item>'), /isn't a news feed/],
  ['feed', 'elements in elements', () => rss('<a>'.repeat(500_000)), /isn't a news feed|too long|memory/],
  ['feed', 'tags that never close', () => rss('<'.repeat(2 * MB - 200)), 'read'],
  ['feed', '60,000 items', () => rss(item.repeat(60_000)), 'any'],
  [
    'feed',
    '150,000 attributes',
    () => rss(`<item ${Array.from({ length: 150_000 }, (_, n) => `a${n}=""`).join(' ')}/>`),
    'any',
  ],
]
