import { expect, test } from 'vitest'
import { codePlaces, codeText } from './code-places.ts'

const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height })

test.each([
  ['alone', { width: 400, height: 300, line: 0 }, box(50, 0, 300, 300), box(0, 0, 400, 300)],
  ['in a wide box', { width: 500, height: 200, line: 20 }, box(0, 0, 200, 200), box(224, 0, 276, 200)],
  ['in a tall box', { width: 200, height: 400, line: 20 }, box(0, 0, 200, 200), box(0, 200, 200, 200)],
  ['above one line', { width: 200, height: 200, line: 20 }, box(16, 0, 168, 168), box(0, 168, 200, 32)],
  [
    'with a share',
    { width: 200, height: 200, line: 20, share: 0.5 },
    box(50, 0, 100, 100),
    box(0, 100, 200, 100),
  ],
  [
    'with a gap',
    { width: 200, height: 200, line: 20, share: 0.5, gap: 0.1 },
    box(50, 0, 100, 100),
    box(0, 110, 200, 90),
  ],
  [
    'whose gap leaves a line',
    { width: 200, height: 200, line: 20, gap: 0.2 },
    box(30, 0, 140, 140),
    box(0, 168, 200, 32),
  ],
])('a code %s', (_name, wanted, code, words) => {
  expect(codePlaces({ dir: 'ltr', ...wanted })).toMatchObject({ code, words })
})

test('from the right, the code is on the right', () => {
  const { code, words } = codePlaces({ width: 500, height: 200, dir: 'rtl', line: 20 })
  expect([code, words]).toEqual([box(300, 0, 200, 200), box(0, 0, 276, 200)])
})

test.each([
  [110, 110, true],
  [109, 110, false],
])('a box of %i has a code from %i on: %s', (height, least, has) => {
  const { code, words } = codePlaces({ width: 300, height, dir: 'ltr', line: 10, least })
  expect(code !== undefined).toBe(has)
  if (!has) expect(words).toEqual(box(0, 0, 300, height))
})

test('a box without room for the words has no code', () => {
  expect(codePlaces({ width: 100, height: 60, dir: 'ltr', line: 50 }).code).toBeUndefined()
})

test.each([
  ['x'.repeat(1000), 1000],
  ['x'.repeat(1001), 0],
  ['ä'.repeat(500), 500],
  [`${'ä'.repeat(500)}x`, 0],
  ['  ', 0],
])('a code has at most 1000 bytes', (text, length) => {
  expect(codeText(text)).toHaveLength(length)
})
