import { expect, test } from 'vitest'
import { facingFrom, freePlace, namedFacing, placeAfterKey, pointOn, ratioOf } from './place.ts'

const middle = { x: 500, y: 500, facing: 0 }

test.each([
  ['ArrowLeft', false, { x: 490, y: 500, facing: 0 }],
  ['ArrowRight', true, { x: 600, y: 500, facing: 0 }],
  ['ArrowUp', true, { x: 500, y: 400, facing: 0 }],
  ['ArrowDown', false, { x: 500, y: 510, facing: 0 }],
  ['r', false, { x: 500, y: 500, facing: 45 }],
  ['R', true, { x: 500, y: 500, facing: 315 }],
  ['a', false, undefined],
])('%s (Shift: %s) moves to %o', (key, shiftKey, place) => {
  expect(placeAfterKey(middle, { key, shiftKey })).toEqual(place)
})

test('keys stop at the edges', () => {
  const corner = { x: 5, y: 960, facing: 0 }
  expect(placeAfterKey(corner, { key: 'ArrowLeft', shiftKey: false })).toMatchObject({ x: 0 })
  expect(placeAfterKey(corner, { key: 'ArrowDown', shiftKey: true })).toMatchObject({ y: 1000 })
})

test('converts a point of the window to the plan, clamped to its edges', () => {
  const box = { left: 100, top: 50, width: 400, height: 200 }
  expect(pointOn(box, { x: 300, y: 100 })).toEqual({ x: 500, y: 250 })
  expect(pointOn(box, { x: 0, y: 999 })).toEqual({ x: 0, y: 1000 })
})

test.each([
  [{ x: 0, y: -10 }, 0],
  [{ x: 10, y: -10 }, 45],
  [{ x: 10, y: 0 }, 90],
  [{ x: 0, y: 10 }, 180],
  [{ x: -10, y: 0 }, 270],
  [{ x: -1, y: -100 }, 0],
])('from the middle to %o is %i°', (to, facing) => {
  expect(facingFrom({ x: 0, y: 0 }, to)).toBe(facing)
})

test.each([
  [0, 0],
  [30, 45],
  [180, 180],
  [350, 0],
])('%i° is named like %i°', (facing, named) => {
  expect(namedFacing(facing)).toBe(named)
})

test('a screen placed by a button overlaps no other', () => {
  const taken = [middle, { x: 600, y: 500, facing: 0 }]
  const free = freePlace(taken)
  for (const { x, y } of taken) expect(Math.abs(free.x - x) >= 140 || Math.abs(free.y - y) >= 100).toBe(true)
  expect(freePlace([])).toMatchObject({ x: 500, y: 500 })
})

test.each([
  [4000, 3000, 4 / 3],
  [1, 20_000, 1 / 8],
  [20_000, 1, 8],
  [null, 100, undefined],
  [0, 0, undefined],
])('a plan of %s × %s pixels has the aspect ratio %s', (width, height, ratio) => {
  expect(ratioOf({ width, height })).toBe(ratio)
})
