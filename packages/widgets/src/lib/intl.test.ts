import { NO_REGION, screenLocale } from '@vitrine/contract/player/screen-locale'
import { expect, test } from 'vitest'
import { clockOf, dateFormat, degreesText } from './intl.ts'

/** 14:30 UTC on a Wednesday. */
const AT = Date.UTC(2026, 10, 25, 14, 30)
const locale = (parts: object) => screenLocale({ ...NO_REGION, ...parts }) ?? ''
/** Commas differ between ICU versions. */
const flat = (text: string) => text.replace(/[\s\u200e\u200f,،]+/g, ' ').trim()

test.each([
  ['de-DE', '14:30', '', 'Mittwoch 25. November 2026', '21°'],
  ['fr-FR', '14:30', '', 'mercredi 25 novembre 2026', '21°'],
  ['ar-EG', '٠٢:٣٠', 'م', 'الأربعاء ٢٥ نوفمبر ٢٠٢٦', '٢١°'],
  ['en-GB', '14:30', '', 'Wednesday 25 November 2026', '21°'],
  ['en-US', '02:30', 'PM', 'Wednesday November 25 2026', '71°'],
  ['ja-JP', '14:30', '', '2026年11月25日水曜日', '21°'],
])(
  '%s: clocks, dates and temperatures follow the language and region',
  (language, digits, half, date, warm) => {
    const tag = locale({ language })
    expect(clockOf(tag, 'UTC', AT)).toMatchObject({ digits, half })
    const options = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
    expect(flat(dateFormat(tag, 'UTC', options).format(AT))).toBe(date)
    expect(degreesText(tag, 21.4)).toBe(warm)
  },
)

test.each([
  ['de-DE', '12', '02:30', 'PM'],
  ['en-US', '24', '14:30', ''],
  ['ar-EG', '24', '١٤:٣٠', ''],
])('%s with %s hours', (language, hours, digits, half) => {
  expect(clockOf(locale({ language, hours }), 'UTC', AT)).toMatchObject({ digits, half })
})

test('midnight in 24 hours is 00:00, and Japanese puts AM/PM first', () => {
  const midnight = Date.UTC(2026, 10, 25)
  expect(clockOf(locale({ language: 'en-US', hours: '24' }), 'UTC', midnight).digits).toBe('00:00')
  expect(clockOf(locale({ language: 'ja-JP', hours: '12' }), 'UTC', AT)).toEqual({
    digits: '02:30',
    half: '午後',
    halfFirst: true,
  })
})

test('temperatures below zero, without minus zero', () => {
  const celsius = locale({ language: 'de-DE' })
  expect([-0.3, -7.6].map((value) => degreesText(celsius, value))).toEqual(['0°', '-8°'])
  expect(degreesText(locale({ temperature: 'fahrenheit' }), -20)).toBe('-4°')
})
