import { expect, it } from 'vitest'
import { numberText, readNumber } from './number-text.ts'

it.each([
  ['640', 640],
  [' -12', -12],
  ['1,5', 1.5],
  ['1.', 1],
  ['٦٤٠', 640],
  ['۶۴۰', 640],
  ['-١٢٫٥', -12.5],
  ['12 px', 12],
  ['-', '-'],
  ['', ''],
  ['abc', ''],
])('%s is %s', (typed, number) => expect(readNumber(numberText(typed, true))).toBe(number))

it('whole numbers have no point', () => expect(readNumber(numberText('12,5', false))).toBe(12))
