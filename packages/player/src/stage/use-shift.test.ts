import { expect, test } from 'vitest'
import { SHIFTS } from '#lib/time/shifts.ts'
import { shifted } from './use-shift.ts'

const SIZES = [
  [1920, 1080],
  [1080, 1920],
  [640, 360],
  [7680, 1080],
]

test.each(SIZES)('a still picture of %i × %i covers the screen wherever it is shifted', (width, height) => {
  for (const shift of SHIFTS) {
    const [x = 0, y = 0, scale = 0] = (shifted({ width, height }, shift).match(/-?[\d.]+/g) ?? []).map(Number)
    for (const [length, offset] of [
      [width, x],
      [height, y],
    ] as const) {
      const over = (length * (scale - 1)) / 2
      expect(offset - over).toBeLessThanOrEqual(1e-9)
      expect(offset + over).toBeGreaterThanOrEqual(-1e-9)
    }
  }
  expect(new Set(SHIFTS.map((shift) => shifted({ width, height }, shift))).size).toBe(SHIFTS.length)
})
