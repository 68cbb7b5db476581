// @vitest-environment happy-dom
import type { Weather as Data } from '@vitrine/contract/api/data/widget-data'
import { defaultsOf } from '@vitrine/contract/fields/values'
import { DEFINITIONS, type SettingsOf } from '@vitrine/widgets/definitions'
import { type Host, hostWith } from '@vitrine/widgets/host'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Weather } from './weather.tsx'

const HOUR = 3_600_000
const MINUTE = 60_000
const DAY = 24 * HOUR
const AT = Date.UTC(2026, 5, 10, 12)
const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)
/** Eight days, each with another high: 30 today, 31 tomorrow. */
const DATA: Data = {
  ...{ place: 'Cairo', temperature: 25, condition: 'rain', isDay: true, at: AT },
  days: Array.from({ length: 8 }, (_, day) => ({
    ...{ date: dateOf(AT + day * DAY), high: 30 + day, low: 10 },
    condition: 'clear' as const,
  })),
}

function drawn(age: number, { data = DATA, mode = 'play' as Host['mode'] } = {}) {
  const host = hostWith({
    mode,
    now: () => AT + age,
    weather: () => ({ get: () => data, subscribe: () => () => {} }),
  })
  const settings = defaultsOf(DEFINITIONS.weather.fields) as SettingsOf<'weather'>
  const html = renderToString(
    <Weather id="w" settings={settings} size={{ width: 600, height: 500 }} host={host} />,
  )
  const place = document.createElement('div')
  place.innerHTML = html
  return place.textContent ?? ''
}

it('shows what was measured for three hours', () => {
  expect(drawn(HOUR)).toMatch(/25°.*Rain.*31°.*35°/)
})

it('shows the time of the measurement after that, and for a day', () => {
  expect(drawn(4 * HOUR)).toMatch(/25°.*as of \d\d:\d\d/)
})

it('shows the forecast for today and the days after it when the measurement is days old, with its date', () => {
  const text = drawn(2 * DAY)
  expect(text).toMatch(/32°.*as of Jun 10/)
  // Neither what was measured, nor a day that has passed.
  expect(text).not.toMatch(/25°|30°|31°/)
  expect(text).toContain('33°')
})

it('shows nothing in public once no forecast is left, and a placeholder in designs', () => {
  expect(drawn(9 * DAY)).toBe('')
  expect(drawn(9 * DAY, { mode: 'design' })).not.toBe('')
})

it.each([
  ['three hours', 3 * HOUR, /^((?!as of).)*$/],
  ['three hours and a minute', 3 * HOUR + MINUTE, /25°.*as of \d\d:\d\d/],
  ['a day', DAY, /25°.*as of \d\d:\d\d/],
  ['a day and a minute', DAY + MINUTE, /31°.*as of Jun 10/],
])('data that is %s old is shown as such', (_age, age, expected) => {
  expect(drawn(age)).toMatch(expected)
})

it('shows the last day of a forecast for another day, rather than none', () => {
  const data = { ...DATA, days: DATA.days.slice(0, 1) }
  expect(drawn(20 * HOUR, { data })).toMatch(/25°.*30° \/ 10°/)
  expect(drawn(DAY + HOUR, { data })).toBe('')
})
