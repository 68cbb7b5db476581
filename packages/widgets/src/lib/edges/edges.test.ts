import { expect, it } from 'vitest'
import { edge } from './edges.ts'

it.each([
  ['a small box', 20, 4],
  ['a usual one', 60, 10],
  ['just not large', 200, 10],
  ['a wall', 1000, 50],
])('is in proportion in %s', (_what, side, pixels) => {
  expect(edge(10, side, 0.2)).toBe(pixels)
})
