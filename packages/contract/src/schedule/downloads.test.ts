import { expect, it } from 'vitest'
import { mayDownload } from './downloads.ts'

const at = (time: string) => Date.parse(`2026-03-01T${time}:00Z`)
const hours = (from: string, to: string, timezone = 'Etc/GMT-2') => ({
  downloadHours: { from, to, timezone },
})

it('downloads begin at any time without hours', () => {
  expect(mayDownload(undefined, at('12:00'))).toBe(true)
  expect(mayDownload({ downloadHours: null }, at('12:00'))).toBe(true)
})

it.each([
  ['22:59', true],
  ['23:00', false],
  ['12:00', false],
  ['19:59', false],
  ['20:00', true],
])('at %s UTC, hours over midnight two hours ahead say %s', (time, expected) => {
  expect(mayDownload(hours('10:00 PM', '01:00 AM'), at(time))).toBe(expected)
})

it('a time zone unknown to the browser does not delay downloads', () => {
  expect(mayDownload(hours('01:00 AM', '02:00 AM', 'Mars/Olympus'), at('12:00'))).toBe(true)
})
