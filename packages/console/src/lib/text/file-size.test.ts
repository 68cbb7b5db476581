// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { fileSize } from './file-size.ts'

afterEach(() => document.documentElement.removeAttribute('dir'))

test('a size has a suitable unit, and keeps its order in right-to-left text', () => {
  expect([0, 940, 1400, 27_000_000].map(fileSize)).toEqual(['0 B', '940 B', '1.4 kB', '27 MB'])
  document.documentElement.dir = 'rtl'
  expect(fileSize(1400)).toBe('\u20661.4 kB\u2069')
})
