import { checkValues, defaultsOf } from '@vitrine/contract/fields/values'
import { expect, test } from 'vitest'
import { DEFINITIONS, WIDGET_TYPES } from './definitions.ts'
import { fittedLetters, fittedSize } from './fit-to-page.ts'

const PAGES = [
  ...[
    [1920, 1080],
    [1080, 1920],
    [7560, 2160],
    [3840, 2160],
  ],
  ...[
    [100, 100],
    [10_000, 100],
    [100, 10_000],
  ],
].map(([width = 0, height = 0]) => ({ width, height }))
const CASES = WIDGET_TYPES.flatMap((type) => PAGES.map((page) => [type, page] as const))

test.each(CASES)('%s fits a page of %j, with settings that can be saved', (type, page) => {
  const { fit, fields } = DEFINITIONS[type]
  const { width, height } = fittedSize(fit, page)
  expect([width, height].every((side) => Number.isInteger(side) && side >= 20)).toBe(true)
  expect([width <= page.width, height <= page.height]).toEqual([true, true])
  expect(checkValues(fields, fittedLetters(type, defaultsOf(fields), page))).toEqual({})
})

test.each(WIDGET_TYPES)('%s fits larger than it is added', (type) => {
  const { fit, size } = DEFINITIONS[type]
  const fitted = fittedSize(fit, { width: 1920, height: 1080 })
  expect([fitted.width >= size.width, fitted.height >= size.height]).toEqual([true, true])
})

test.each(WIDGET_TYPES)(
  '%s has letters that can be read from 4 m, on a screen of either direction',
  (type) => {
    const { fields } = DEFINITIONS[type]
    for (const page of [
      { width: 1920, height: 1080 },
      { width: 1080, height: 1920 },
    ])
      for (const value of Object.values(fittedLetters(type, defaultsOf(fields), page)))
        if (typeof value === 'object' && value !== null && 'size' in value)
          expect(value.size).toBeGreaterThanOrEqual(45)
  },
)

test('a button is 18% of a screen wide, a media zone 60% of its page', () => {
  const page = { width: 1920, height: 1080 }
  expect(fittedSize(DEFINITIONS.button.fit, page).width).toBe(Math.round(1920 * 0.18))
  expect(fittedSize(DEFINITIONS['media-looper'].fit, page)).toEqual({ width: 1152, height: 648 })
  expect(fittedSize(DEFINITIONS.ticker.fit, { width: 7560, height: 2160 }).width).toBe(7560)
})

test('letters take no more than their room, and one pixel at least', () => {
  const settings = defaultsOf(DEFINITIONS.text.fields)
  const sizeIn = (room: number) =>
    (fittedLetters('text', settings, { width: 1920, height: 1080 }, room).fontSettings as { size: number })
      .size
  expect([60, 59, 0].map(sizeIn)).toEqual([60, 59, 1])
})
