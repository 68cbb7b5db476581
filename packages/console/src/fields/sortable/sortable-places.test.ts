import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placed } from './placed.ts'
import { clampOffset, placeOf, type Span, stepsAside } from './sortable-places.ts'

const GAP = 4
const spansOf = (sizes: readonly number[]): Span[] => {
  let start = 0
  return sizes.map((size) => {
    const span = { start, end: start + size }
    start = span.end + GAP
    return span
  })
}
const lists = fc
  .array(fc.integer({ min: 10, max: 300 }), { minLength: 1, maxLength: 12 })
  .chain((sizes) => fc.tuple(fc.constant(spansOf(sizes)), fc.nat(sizes.length - 1)))

describe('dragging an entry', () => {
  it('passes another entry when its edge crosses that one’s middle', () => {
    const spans = spansOf([100, 100, 100])
    expect([49, 55, 104, 160].map((by) => placeOf(spans, 0, by))).toEqual([0, 1, 1, 2])
    expect([-49, -55, -160].map((by) => placeOf(spans, 2, by))).toEqual([2, 1, 0])
  })

  it('stays in place without movement, and inside the list however far it is dragged', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: -9999, max: 9999 }), ([spans, from], by) => {
        expect(placeOf(spans, from, 0)).toBe(from)
        const place = placeOf(spans, from, by)
        expect(place).toBeGreaterThanOrEqual(0)
        expect(place).toBeLessThan(spans.length)
        expect(placeOf(spans, from, clampOffset(spans, from, by))).toBe(place)
      }),
    )
  })

  it('shows the others exactly where they will be after the drop', () => {
    fc.assert(
      fc.property(lists, fc.nat(11), ([spans, from], wish) => {
        const to = Math.min(wish, spans.length - 1)
        const aside = stepsAside(spans, from, to)
        const sizes = spans.map(({ start, end }) => end - start)
        const then = spansOf(placed(sizes, from, to))
        const order = placed([...spans.keys()], from, to)
        order.forEach((index, place) => {
          if (index !== from)
            expect((spans[index]?.start ?? 0) + (aside[index] ?? 0)).toBe(then[place]?.start)
        })
      }),
    )
  })
})
