import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computed } from './arithmetic.ts'
import { isSum } from './number-text.ts'

const KNOWN = { value: 300, whole: 1920 }

test.each([
  ['100+20', 120],
  ['100 - 20', 80],
  ['50%', 960],
  ['/2', 150],
  ['*2', 600],
  ['+10', 310],
  ['-20', -20],
  ['2+3*4', 14],
  ['(2+3)*4', 20],
  ['(1920-80)/4', 460],
  ['100%-20', 1900],
  ['1,5*2', 3],
  ['١٠٠+٢٠', 120],
  ['٥٠٪', 960],
  ['10×3÷2', 15],
  ['--5', 5],
])('%s is %d', (text, result) => expect(computed(text, KNOWN)).toBe(result))

test.each(['', '+', '1+', '(1', '1)', '1 2', 'abc', '1/0', '0/0', '5%%', '1..2+1', '2**3', '('.repeat(5000)])(
  '%s is no number',
  (text) => expect(computed(text, KNOWN)).toBeUndefined(),
)

test.each(['12', '-12', '- 12', '1.5', '', '-', ' 7 '])('%s is a number, not a sum', (text) =>
  expect(isSum(text)).toBe(false),
)
test.each(['1+', '50%', '/2', '3-1', '(4', '2×2', '3 − 1'])('%s is a sum', (text) =>
  expect(isSum(text)).toBe(true),
)

test('any text has a finite result or none', () =>
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,+-*/()% ') }), (text) => {
      const result = computed(text, KNOWN)
      expect(result === undefined || Number.isFinite(result)).toBe(true)
    }),
  ))
