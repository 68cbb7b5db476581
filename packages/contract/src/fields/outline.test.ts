import { expect, test } from 'vitest'
import { OUTLINE_MAX, outlinePath, readOutline, storedOutline } from './outline.ts'

const OUTLINE = {
  isEvenOdd: true,
  isRound: true,
  isLine: true,
  path: 'M0,0 L1000,0.5 C-1.25,2 3,4 5,6 Z M1,1 L2,2',
}

test('an outline survives storing in each of its forms', () => {
  for (const isEvenOdd of [true, false])
    for (const isRound of [true, false])
      for (const isLine of [true, false]) {
        const outline = { ...OUTLINE, isEvenOdd, isRound, isLine }
        expect(readOutline(storedOutline(outline))).toEqual(outline)
      }
})

test.each([
  '',
  'L0,0',
  'M0,0 A1,1',
  'M0,0"/><script>',
  'M0,0 url(#a)',
  'M1e9,0',
  'M0,0 L1,2,3',
  'round evenodd M0,0',
  'M0,0\nL1,1',
  7,
  null,
])('%j is no outline', (stored) => {
  expect(readOutline(stored)).toBeUndefined()
})

test('it may have 20,000 characters', () => {
  const of = (length: number) => `M0,0${' L1,1'.repeat(length)}`.slice(0, length)
  const most = of(OUTLINE_MAX - (OUTLINE_MAX % 5) - 1)
  expect(readOutline(most)).toBeDefined()
  expect(readOutline(`${most}${' L1,1'.repeat(2)}`)).toBeUndefined()
})

test('it is stretched over an area', () => {
  const outline = {
    isEvenOdd: false,
    isRound: false,
    isLine: false,
    path: 'M0,0 L1000,500 C250,1000 0,0 500,500 Z',
  }
  expect(outlinePath(outline, { x: 10, y: 20, width: 200, height: 100 })).toBe(
    'M10,20 L210,70 C60,120 10,20 110,70 Z',
  )
})
