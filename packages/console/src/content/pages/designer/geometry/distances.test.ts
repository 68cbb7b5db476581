import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distances } from './distances.ts'
import type { Rect } from './rect.ts'

const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height })
/** Formats distances as axis, position, and extent. */
const told = (from: Rect, to: Rect) =>
  distances(from, to).map(
    ({ axis, at, from: a, to: b, gap }) => `${axis === 'y' ? 'across' : 'down'} at ${at}: ${a}…${b} = ${gap}`,
  )

describe('distances between two', () => {
  it.each([
    [
      'beside each other',
      rect(0, 0, 100, 50),
      rect(130, 10, 40, 50),
      ['across at 30: 100…130 = 30', 'down at 50: 0…10 = 10', 'down at 50: 50…60 = 10'],
    ],
    [
      'apart on both axes',
      rect(0, 0, 100, 50),
      rect(130, 90, 40, 50),
      ['across at 25: 100…130 = 30', 'down at 50: 50…90 = 40'],
    ],
    [
      'one in the other',
      rect(20, 30, 60, 40),
      rect(0, 0, 200, 100),
      [
        'across at 50: 0…20 = 20',
        'across at 50: 80…200 = 120',
        'down at 50: 0…30 = 30',
        'down at 50: 70…100 = 30',
      ],
    ],
    ['the same place', rect(5, 5, 10, 10), rect(5, 5, 10, 10), []],
    ['edge to edge', rect(0, 0, 10, 10), rect(10, 0, 10, 10), []],
  ])('%s', (_name, from, to, lines) => {
    expect(told(from, to)).toEqual(lines)
  })

  const anyRect = fc.record({
    x: fc.nat(500),
    y: fc.nat(500),
    width: fc.integer({ min: 1, max: 300 }),
    height: fc.integer({ min: 1, max: 300 }),
  })
  it('are symmetric and never negative', () => {
    fc.assert(
      fc.property(anyRect, anyRect, (a, b) => {
        const lengths = (from: Rect, to: Rect) =>
          distances(from, to)
            .map(({ gap = -1 }) => gap)
            .sort((x, y) => x - y)
        expect(lengths(a, b)).toEqual(lengths(b, a))
        expect(lengths(a, b).every((gap) => gap > 0)).toBe(true)
      }),
    )
  })
})
