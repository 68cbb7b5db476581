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
])('%s is %s', (typed, number) => expect(readNumber(numberText(typed), true)).toBe(number))

/** Simulates typing: every character is appended to the normalized text. */
const typedByLetter = (letters: string) =>
  [...letters].reduce((text, letter) => numberText(text + letter), '')

it.each(['1.5', '1,5', '١٫٥', '۱٫۵'])('%s typed letter by letter is never fifteen', (letters) => {
  expect(readNumber(typedByLetter(letters), true)).toBe(1.5)
  expect(readNumber(typedByLetter(letters), false)).toBe(2)
})

it('rounds to the nearest integer', () =>
  expect(['12,4', '12,5', '-0.6', '-', ''].map((text) => readNumber(numberText(text), false))).toEqual([
    12,
    13,
    -1,
    '-',
    '',
  ]))
