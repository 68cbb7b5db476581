import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mixColors } from '#fields/color.ts'
import { contrastOf, rowPaint } from './row-paint.ts'

const color = fc
  .tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 255 })))
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)

test('contrasts are those of WCAG', () => {
  expect(contrastOf('white', 'black')).toBe(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('rows without a look keep their color', () => {
  expect(rowPaint({}, '#123456', '#123457')).toEqual({ color: '#123456', opacity: 1 })
})

test('letters are readable on any background of a row, dim ones too', () => {
  fc.assert(
    fc.property(color, color, color, fc.boolean(), (ink, ground, background, isDim) => {
      const paint = rowPaint({ background, ...(isDim && { isDim }) }, ink, ground)
      const mixed = mixColors(background, paint.color === 'white' ? '#fff' : paint.color, paint.opacity)
      expect(contrastOf(mixed, background)).toBeGreaterThanOrEqual(3)
    }),
  )
  fc.assert(
    fc.property(color, color, (ink, ground) => {
      fc.pre(contrastOf(ink, ground) >= 3)
      const { opacity } = rowPaint({ isDim: true }, ink, ground)
      expect(contrastOf(mixColors(ground, ink, opacity), ground)).toBeGreaterThanOrEqual(3)
    }),
  )
})
