import i18next from 'i18next'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agoText } from './ago.ts'
import { changeText } from './change-text.ts'
import { compareNames } from './compare-names.ts'
import { fileSize } from './file-size.ts'
import { dateText, dayTimeText, hourText, inputTime, listText, numberText, storedTimeText } from './format.ts'

const AT = Date.UTC(2026, 10, 3, 13, 5, 9)

beforeAll(() =>
  i18next.init({
    resources: { 'en-us': TEXTS, ar: TEXTS, 'qps-rtl': TEXTS },
    lng: 'en-us',
    lowerCaseLng: true,
  }),
)
// Restore the language: other test files run in the same process.
afterAll(() => i18next.changeLanguage('en-us'))
const TEXTS = { translation: { a: 'a' } }

describe('dates and numbers in words', () => {
  test('use the language of the texts', () => {
    expect(dateText(AT, 'day', 'UTC')).toBe('Nov 3, 2026')
    expect(dateText(AT, 'time', 'Africa/Cairo')).toMatch(/^3:05\sPM$/)
    expect(dateText(new Date(AT).toISOString(), 'timeOfSecond', 'UTC')).toMatch(/^1:05:09\sPM$/)
    expect(numberText(12_345.5)).toBe('12,345.5')
    expect(listText(['Font', 'Color'])).toBe('Font, Color')
    expect([0, 999, 1400, 12_345_678, 4e9].map(fileSize)).toEqual([
      '0 B',
      '999 B',
      '1.4 kB',
      '12 MB',
      '4.0 GB',
    ])
    expect([agoText(AT, AT + 90_000), agoText(AT, AT + 3 * 86_400_000)]).toEqual([
      '1 minute ago',
      '3 days ago',
    ])
    expect(['Lift 10', 'lift 2', 'Bar'].sort(compareNames)).toEqual(['Bar', 'lift 2', 'Lift 10'])
  })

  test('a schedule change is formatted in the zone of its page', () => {
    const hour = 3_600_000
    expect(changeText(AT + hour, AT)).toBe(dateText(AT + hour, 'time'))
    expect(changeText(AT + 24 * hour, AT)).toMatch(/^(Wed|Thu), Nov [45], .*M$/)
    expect(changeText(AT, AT, 'Etc/GMT-14')).toMatch(/^3:05\sAM$/)
    expect(changeText(AT + 24 * hour, AT, 'Etc/GMT-14')).toMatch(/^Thu, Nov 5, 3:05\sAM$/)
  })

  test('times of day are in the format of fields, as words, and on an axis', () => {
    expect([dayTimeText(570), dayTimeText(1440), storedTimeText('06:00 PM'), storedTimeText('noon')]).toEqual(
      ['09:30 AM', '12:00 AM', '06:00 PM', 'noon'],
    )
    expect([inputTime(570), hourText(9), hourText(24)]).toEqual(['09:30 AM', '9 AM', '12 AM'])
  })

  test('follow a language change, also in the test locale', async () => {
    const english = dateText(AT, 'day', 'UTC')
    await i18next.changeLanguage('ar')
    const arabic = dateText(AT, 'day', 'UTC')
    expect(arabic).not.toBe(english)
    await i18next.changeLanguage('qps-rtl')
    expect(dateText(AT, 'day', 'UTC')).toBe(arabic)
  })
})
