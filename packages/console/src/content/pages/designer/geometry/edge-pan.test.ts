import { expect, it } from 'vitest'
import { edgePan } from './edge-pan.ts'
import type { Rect } from './rect.ts'

const VIEWPORT = { width: 800, height: 600 }
const wall: Rect = { x: -500, y: -100, width: 3000, height: 900 }
const whole: Rect = { x: 50, y: 50, width: 700, height: 500 }

it.each([
  ['nothing in the middle', { x: 400, y: 300 }, wall, { x: 0, y: 0 }],
  ['to the right at the right edge', { x: 790, y: 300 }, wall, { x: -7, y: 0 }],
  ['to the left at the left edge', { x: 4, y: 300 }, wall, { x: 10, y: 0 }],
  ['both ways in a corner', { x: 799, y: 599 }, wall, { x: -11.5, y: -11.5 }],
  ['no faster far outside', { x: 2000, y: 300 }, wall, { x: -16, y: 0 }],
  ['no further than the page', { x: 0, y: 300 }, { ...wall, x: -3 }, { x: 3, y: 0 }],
  ['nothing when all of the page is seen', { x: 799, y: 1 }, whole, { x: 0, y: 0 }],
])('near an edge, a drag scrolls the view: %s', (_name, pointer, page, by) => {
  expect(edgePan(pointer, VIEWPORT, page)).toEqual(by)
})
