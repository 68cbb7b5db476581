import { expect, it } from 'vitest'
import { endsSoon, spansText, spanText } from './show-dates-text.ts'

const t = ((key: string, values?: { date?: string }) =>
  [key.replace('showDates.', ''), values?.date].filter(Boolean).join(' ')) as never
const at = (text: string) => Date.parse(`${text}Z`)
/** A Wednesday. */
const now = at('2026-11-25T12:00')

it.each([
  [null, '2026-11-28T00:00', 'ends Fri'],
  [null, '2026-11-25T18:00', 'ends Wed, 6:00 PM'],
  [null, '2026-12-25T00:00', 'ends Dec 24'],
  [null, '2027-01-05T00:00', 'ends Jan 4, 2027'],
  [null, '2026-11-04T00:00', 'ended Nov 3'],
  ['2026-12-01T00:00', null, 'starts Tue'],
  ['2026-12-02T00:00', '2026-12-04T00:00', 'starts Dec 2'],
  ['2026-11-01T00:00', null, undefined],
])('from %s to %s reads %s', (from, to, text) => {
  expect(spanText(t, { from: from && at(from), to: to && at(to) } as never, now)).toBe(text)
})

it('of a storyboard describes the current or next span', () => {
  const [past, next] = [
    { from: null, to: at('2026-11-04T00:00') },
    { from: at('2026-12-10T00:00'), to: null },
  ]
  expect(spansText(t, [past, next], now)).toBe('starts Dec 10')
  expect(spansText(t, [past], now)).toBe('ended Nov 3')
  expect([spansText(t, null, now), spansText(t, [], now)]).toEqual([undefined, 'never'])
})

it('ends soon within two days', () => {
  expect(endsSoon({ from: null, to: at('2026-11-27T12:00') }, now)).toBe(true)
  expect(endsSoon({ from: null, to: at('2026-11-27T12:01') }, now)).toBe(false)
  expect(endsSoon({ from: null, to: now }, now)).toBe(false)
})
