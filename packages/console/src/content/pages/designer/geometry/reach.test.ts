import { WIDGET_SIDE_MAX } from '@vitrine/contract/document/layout-document'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { gripOn, hangsOver, intoReach, type Reach, roomFor, stepWithin } from './reach.ts'
import { AXES, endOf, LENGTH, moved, type Rect } from './rect.ts'
import { CORNERS, EDGES, resizedRect } from './resize-rect.ts'

const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height })
const PAGE = { width: 1000, height: 600 }
const CLIPS: Reach = { page: PAGE, clips: true }
const PART: Reach = { page: PAGE, clips: false }

it('the grip is 20 layout pixels, and more on large pages', () => {
  expect(gripOn(PAGE)).toBe(20)
  expect(gripOn({ width: 7680, height: 4320 })).toBe(86)
})

it.each([
  [rect(-80, -80, 100, 100), { x: 0, y: 0 }],
  [rect(-81, 0, 100, 100), { x: 1, y: 0 }],
  [rect(980, 580, 500, 500), { x: 0, y: 0 }],
  [rect(981, 582, 500, 500), { x: -1, y: -2 }],
  [rect(-5, 0, 10, 1), { x: 5, y: 0 }],
  [rect(-3000, 0, 3020, 100), { x: 0, y: 0 }],
])('keeps the grip of %o on the page', (from, by) => expect(intoReach(from, CLIPS)).toEqual(by))

it('in a part, nothing reaches over the edge', () => {
  expect(intoReach(rect(-20, 590, 100, 100), PART)).toEqual({ x: 20, y: -90 })
})

describe('a step', () => {
  const rects = [rect(-50, 0, 100, 100), rect(400, 0, 100, 100)]
  it('stops with the first box that would leave its reach', () => {
    const room = roomFor(rects, CLIPS)
    expect(stepWithin({ x: -500, y: 0 }, room)).toEqual({ x: -30, y: 0 })
    expect(stepWithin({ x: 5000, y: 0 }, room)).toEqual({ x: 580, y: 0 })
  })
  it('leaves boxes that are further out already, and lets them move nearer', () => {
    const room = roomFor([rect(-400, 0, 100, 100), rect(2000, 0, 100, 100)], CLIPS)
    expect(stepWithin({ x: 9, y: 0 }, room)).toEqual({ x: 0, y: 0 })
    expect(stepWithin({ x: 9, y: 0 }, roomFor([rect(-400, 0, 100, 100)], CLIPS))).toEqual({ x: 9, y: 0 })
  })
})

it('only what is on the page and beside it hangs over', () => {
  expect(hangsOver(rect(-1, 0, 100, 100), PAGE)).toBe(true)
  for (const apart of [rect(0, 0, 1000, 600), rect(-100, 0, 100, 100), rect(1000, 0, 5, 5)])
    expect(hangsOver(apart, PAGE)).toBe(false)
})

const place = fc.integer({ min: -3000, max: 3000 })
const side = fc.integer({ min: 20, max: 4000 })
const inReach = fc
  .tuple(place, place, side, side)
  .map(([x, y, width, height]) => rect(x, y, width, height))
  .map((one) => moved(one, intoReach(one, CLIPS)))

test('no handle takes a box off its page, and none makes it longer than browsers draw', () =>
  fc.assert(
    fc.property(
      inReach,
      fc.constantFrom(...EDGES, ...CORNERS),
      fc.integer({ min: -40_000, max: 40_000 }),
      fc.boolean(),
      fc.boolean(),
      (from, handle, by, keepRatio, fromCentre) => {
        const next = resizedRect(from, handle, { x: by, y: by }, { keepRatio, fromCentre }, 20, CLIPS)
        for (const axis of AXES) {
          const shown = Math.min(endOf(next, axis), PAGE[LENGTH[axis]]) - Math.max(0, next[axis])
          // A half of a pixel on either side, where a side grows around its center.
          expect(shown).toBeGreaterThanOrEqual(19)
          expect(next[LENGTH[axis]]).toBeLessThanOrEqual(WIDGET_SIDE_MAX)
        }
      },
    ),
    { numRuns: 500 },
  ))
