import { expect, test } from 'vitest'
import { movement } from './movement.ts'

const strip = { width: 1000, height: 100 }

test('a strip scrolls at a speed that depends on its height', () => {
  expect(movement(1300, strip, false)).toEqual({ seconds: 10, easing: 'linear' })
})

test.each([
  [790, 1],
  [800, 1],
  [801, 2],
  [4000, 5],
])(
  'with reduced motion %i pixels of text show in %i steps of six seconds, without a gap',
  (length, steps) => {
    const { seconds, easing } = movement(length, strip, true)
    expect({ seconds, easing }).toEqual({ seconds: steps * 6, easing: `steps(${steps}, end)` })
    expect(length / steps).toBeLessThan(strip.width)
  },
)
