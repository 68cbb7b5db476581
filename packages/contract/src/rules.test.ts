import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { MobileVerification } from './api/accounts/auth.ts'
import {
  date,
  email,
  external,
  newPassword,
  requiredLines,
  requiredText,
  time,
  wholeNumber,
} from './api/base/inputs.ts'
import { ScheduleInput } from './api/screens/device-groups.ts'
import {
  existsIn,
  fieldLabel,
  IP_PATTERN,
  isTimeAfter,
  minutesOfTime,
  RULE_TEXTS,
  rule,
  ruleText,
  TIME_PATTERN,
  timeOfMinutes,
  URL_PATTERN,
} from './rules.ts'

/** Text of the first issue that a schema finds; undefined if the value passes. */
function wordsFor(schema: z.ZodType, value: unknown, field = 'Field'): string | undefined {
  const { error } = schema.safeParse(value)
  return error && ruleText(error.issues[0]?.message ?? '', field)
}

describe('names', () => {
  test('are a single line, wherever they are printed', () => {
    expect(requiredText().parse(' Ada\r\nBcc: x@evil.test\u2028\tLovelace\u0007 ')).toBe(
      'Ada Bcc: x@evil.test Lovelace',
    )
    expect(requiredText().safeParse('\n\u0000\t').success).toBe(false)
    expect(requiredLines(50).parse('Two\nlines ')).toBe('Two\nlines')
  })
})

describe('the registered rules', () => {
  test.each([
    [
      'V-005 email',
      email(),
      ['a@b.co', ' A@B.CO '],
      ['a@', '@b.co', 'a b@c.d'],
      'Enter a valid email address',
    ],
    ['V-006 required', requiredText(), ['0', ' a '], ['', '  ', null, undefined], 'Field is required'],
    ['V-006 required, a number', wholeNumber(0, 9), [0], ['', null], 'Field is required'],
    [
      'V-007 digits',
      MobileVerification.shape.code,
      ['123456', '000000'],
      ['12345', '1234567', '12a456'],
      'Field must be 6 digits',
    ],
    ['V-008 numeric', wholeNumber(0, 20), [12], ['1a', 1.5, true], 'Field must be a number'],
    ['V-009 min', newPassword(), ['abcdefg1'], ['abc1'], 'Field must be at least 8 characters'],
    ['V-010 max', requiredText(3), ['abc'], ['abcd'], 'Field must be at most 3 characters'],
    ['V-011 min_value', wholeNumber(2, 9), [2], [1], 'Field must be at least 2'],
    ['V-012 max_value', wholeNumber(0, 2), [2], [3], 'Field must be at most 2'],
    ['V-024 decimal', newPassword(), ['secret 12'], ['secrets only'], 'Field must contain a number'],
    [
      'V-044 dates',
      date(),
      ['2030-01-31', '2028-02-29'],
      ['31.01.2030', '2030-02-30', '2030-1-1'],
      'Field must be a date like 2026-01-31',
    ],
    [
      'V-045 times',
      time(),
      ['09:30 AM', '12:00 PM'],
      ['9:30 AM', '13:00 PM', '09:30', '09:30am'],
      'Field must be a time like 09:00 AM',
    ],
  ] as const)('%s', (_name, schema, right, wrong, words) => {
    for (const value of right) expect(wordsFor(schema, value), String(value)).toBeUndefined()
    for (const value of wrong) expect(wordsFor(schema, value), String(value)).toBe(words)
  })

  it('V-014, V-015: two passwords that differ', () => {
    const form = z
      .object({ password: newPassword(), repeat: z.string() })
      .refine(({ password, repeat }) => password === repeat, { message: rule('password') })
    expect(wordsFor(form, { password: 'secret-12', repeat: 'secret-12' })).toBeUndefined()
    expect(wordsFor(form, { password: 'secret-12', repeat: 'secret-13' })).toBe(
      'Please make sure your passwords match',
    )
  })

  it('V-016, V-017: addresses, loosely', () => {
    for (const right of ['https://a.b/c', 'a.b', 'http://intranet/x?y#z', 'a.b:8080/c'])
      expect(right).toMatch(URL_PATTERN)
    for (const wrong of ['not a url', 'x y', 'javascript:alert(1)', 'http://', 'plain'])
      expect(wrong).not.toMatch(URL_PATTERN)
    expect(ruleText(rule('url'), 'Feed')).toBe('Enter valid url')
  })

  it('V-018: an external rule passes as its flag says, for any value, at the time of the check', () => {
    let passes = true
    const form = z.unknown().superRefine(external(() => passes, 'That screen is taken'))
    for (const value of ['', 'anything', null, 0]) expect(wordsFor(form, value)).toBeUndefined()
    passes = false
    for (const value of ['', 'anything', null, 0]) expect(wordsFor(form, value)).toBeDefined()
  })

  it('V-019: an external rule shows the message that it was given, unchanged', () => {
    const message = 'That screen is taken'
    expect(wordsFor(z.unknown().superRefine(external(() => false, message)), 'anything')).toBe(message)
  })

  it('V-018, V-019: the schedule checks slots against each other with the external rule', () => {
    const slots = ['09:00 AM', '11:59 AM', '12:00 PM'].map((from) => ({
      ...{ from, to: from === '09:00 AM' ? '12:00 PM' : '01:00 PM', storyboardId: 's1' },
      ...(from === '12:00 PM' && { days: [1] }),
    }))
    const issues = (list: typeof slots) =>
      ScheduleInput.safeParse({ slots: list }).error?.issues.map(({ path, message }) => [
        path.join('.'),
        ruleText(message, 'From'),
      ])
    const words = RULE_TEXTS.overlap
    expect(issues(slots)).toEqual([
      ['slots.1.from', words],
      ['slots.2.from', words],
    ])
    expect(issues(slots.filter((_, index) => index !== 1))).toBeUndefined()
  })

  it('V-020: a time is not before another, on a clock of twelve hours', () => {
    expect(isTimeAfter('08:59 AM', '09:00 AM')).toBe(false)
    expect(isTimeAfter('09:00 AM', '09:00 AM')).toBe(true)
    expect(isTimeAfter('01:00 PM', '09:00 AM')).toBe(true)
    expect(isTimeAfter('12:30 AM', '01:00 AM')).toBe(false)
    expect(isTimeAfter('12:30 PM', '01:00 AM')).toBe(true)
  })

  it.each([
    ['09:00 AM', '08:59 AM', 'time_after|from'],
    ['01:00 AM', '12:30 AM', 'time_after|from'],
    ['01:00 PM', '09:00 AM', 'time_after|from'],
    ['09:00 AM', '09:00 AM', 'same_time'],
    ['09:00 AM', '09:01 AM', undefined],
    ['12:30 AM', '01:00 AM', undefined],
    ['09:00 AM', '01:00 PM', undefined],
    ['09:00 PM', '12:00 AM', undefined],
    ['12:00 AM', '12:00 AM', undefined],
  ])('V-020: a slot from %s to %s is refused with %s', (from, to, message) => {
    const { error } = ScheduleInput.safeParse({ slots: [{ from, to, storyboardId: 's1' }] })
    expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual(
      message && [['slots.0.to', message]],
    )
  })

  it.each([
    ['09:00 PM', '08:59 AM', undefined],
    ['09:00 AM', '09:00 AM', undefined],
    ['09:00 AM', '05:00 PM', undefined],
  ])('an overnight slot from %s to %s is taken', (from, to, message) => {
    const slot = { from, to, storyboardId: 's1', overnight: true }
    expect(ScheduleInput.safeParse({ slots: [slot] }).error).toBe(message)
  })

  it('an event needs a name and both dates', () => {
    const slot = { from: '09:00 AM', to: '05:00 PM', storyboardId: 's1' }
    const issues = (event: object) =>
      ScheduleInput.safeParse({ slots: [{ ...slot, ...event }] }).error?.issues.map((issue) => [
        issue.path.join('.'),
        issue.message,
      ])
    const dates = { startDate: '2026-12-24', endDate: '2026-12-24' }
    expect(issues({ event: 'Christmas Eve', ...dates })).toBeUndefined()
    expect(issues({ event: ' ', ...dates })).toEqual([['slots.0.event', 'required']])
    expect(issues({ event: 'Christmas Eve' })).toEqual([
      ['slots.0.startDate', 'required'],
      ['slots.0.endDate', 'required'],
    ])
  })

  it('V-021: names the time it must be after', () => {
    expect(ruleText(rule('time_after'), 'From')).toBe('Selected time must be after From field')
  })

  it('V-022, V-023: a value that is in the list already', () => {
    expect(existsIn('a', ['a'])).toBe(true)
    expect(existsIn(' A ', ['a'])).toBe(true)
    expect(existsIn('b', ['a'])).toBe(false)
    expect(ruleText(rule('not_exist'), 'Name')).toBe('Name exists before')
  })

  it('V-025, V-026: addresses of devices, loosely', () => {
    for (const right of ['10.0.0.1', '999.1.1.1']) expect(right).toMatch(IP_PATTERN)
    for (const wrong of ['10.0.0', 'a.b.c.d', '1.2.3.4.5', '1234.1.1.1'])
      expect(wrong).not.toMatch(IP_PATTERN)
    expect(ruleText(rule('ipAddress'), 'Device IP')).toBe('Please type valid IP address')
  })
})

describe('times of day', () => {
  it('every minute is written one way and read back', () => {
    for (let minute = 0; minute < 1440; minute++) {
      const written = timeOfMinutes(minute)
      expect(written).toMatch(TIME_PATTERN)
      expect(minutesOfTime(written)).toBe(minute)
      expect(timeOfMinutes(minute + 1440)).toBe(written)
    }
    expect(minutesOfTime('24:00 PM')).toBeNaN()
  })
})

it.each([
  ['firstName', 'First name'],
  ['floors.1.name', 'Name'],
  ['items.0', 'Items'],
  ['widgets', 'Widgets'],
  ['widgets.0', 'Widget 1'],
  ['widgets.2.transform', 'Transform of widget 3'],
])('the field %s is called %s', (path, label) => {
  expect(fieldLabel(path)).toBe(label)
})
