import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neighbor, positionAt, shiftTo } from './timeline.ts'

const SECONDS = fc.array(fc.constantFrom(0, 0.5, 1, 2, 5, 30), { minLength: 1, maxLength: 8 })
const ELAPSED = fc.double({ min: -1e6, max: 1e6, noNaN: true })

describe('positionAt', () => {
  it.each([
    [0, 0, 0, 2],
    [1.5, 0, 1.5, 0.5],
    [2, 2, 0, 3],
    [4.5, 2, 2.5, 0.5],
    [5, 0, 0, 2],
    [12, 2, 0, 3],
    [-1, 2, 2, 1],
  ])('at %f of 2, 0, 3 seconds', (elapsed, index, offset, left) => {
    expect(positionAt([2, 0, 3], elapsed)).toEqual({ index, offset, left })
  })

  it('returns nothing if no entry has a duration', () => {
    expect([positionAt([], 3), positionAt([0, 0], 3)]).toEqual([undefined, undefined])
  })

  it('is always inside an entry with a duration', () => {
    fc.assert(
      fc.property(SECONDS, ELAPSED, (seconds, elapsed) => {
        const place = positionAt(seconds, elapsed)
        if (seconds.every((one) => one === 0)) {
          expect(place).toBeUndefined()
          return
        }
        expect(seconds[place?.index ?? -1]).toBeGreaterThan(0)
        expect(place?.offset).toBeGreaterThanOrEqual(0)
        expect((place?.offset ?? 0) + (place?.left ?? 0)).toBeCloseTo(seconds[place?.index ?? -1] ?? 0, 6)
      }),
    )
  })
})

it('shiftTo makes an entry start now', () => {
  fc.assert(
    fc.property(SECONDS, fc.integer({ min: 0, max: 1_000_000 }), (seconds, elapsed) => {
      for (const [index, length] of seconds.entries()) {
        if (length === 0) continue
        const place = positionAt(seconds, elapsed + shiftTo(seconds, elapsed, index))
        expect(place).toMatchObject({ index, offset: 0 })
      }
    }),
  )
})

it('neighbor wraps around and skips entries without a duration', () => {
  const seconds = [2, 0, 3, 0]
  expect([neighbor(seconds, 0, 1), neighbor(seconds, 2, 1), neighbor(seconds, 0, -1)]).toEqual([2, 0, 2])
  expect(neighbor([5], 0, 1)).toBe(0)
})
