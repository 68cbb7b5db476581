import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { LayoutDocument } from '#api/content/page-document.ts'
import { type ReadDocument, readDocument, writeDocument } from './layout-document.ts'
import { inShapeOf } from './page-shape.ts'
import { PINS, type Pins, pinned, readPins } from './pins.ts'

const RECT = { x: 100, y: 50, width: 200, height: 100 }
const WIDE = { width: 1000, height: 500 }
const TALL = { width: 600, height: 900 }

test.each([
  ['start', { x: 100, width: 200, y: 50, height: 100 }],
  ['center', { x: -100, width: 200, y: 250, height: 100 }],
  ['end', { x: -300, width: 200, y: 450, height: 100 }],
  ['both', { x: 100, width: 1, y: 50, height: 500 }],
  ['scale', { x: 60, width: 120, y: 90, height: 180 }],
] as const)('%s', (pin, rect) => expect(pinned(RECT, WIDE, TALL, { x: pin, y: pin })).toEqual(rect))

it('reads only known pins, and never fails', () => {
  expect(readPins({ x: 'end', y: 'sideways' })).toEqual({ x: 'end' })
  for (const odd of [null, 1, 'end', [], {}, { x: {} }, { z: 'end' }]) expect(readPins(odd)).toBeUndefined()
})

const size = fc.record({
  width: fc.integer({ min: 100, max: 10_000 }),
  height: fc.integer({ min: 100, max: 10_000 }),
})
const pin = fc.constantFrom(...PINS)
test('a page that keeps its size keeps its rects, whatever the pins', () =>
  fc.assert(
    fc.property(size, pin, pin, (page, x, y) => {
      expect(pinned(RECT, page, page, { x, y })).toEqual(RECT)
    }),
  ))
test('distances are kept to the pixel', () =>
  fc.assert(
    fc.property(size, size, (from, to) => {
      const end = pinned(RECT, from, to, { x: 'end', y: 'end' })
      expect(to.width - end.x).toBe(from.width - RECT.x)
      expect(to.height - end.y).toBe(from.height - RECT.y)
    }),
  ))

const document = (pins?: Pins, group?: string) => ({
  width: 1000,
  height: 500,
  widgets: [
    {
      id: 'w',
      type: 'text',
      name: 'Text',
      zIndex: 1,
      width: 200,
      height: 100,
      transform: 'translate(100px, 50px)',
      ...(group && { group }),
      ...(pins && { pins }),
    },
  ],
  config: { inputs: [] },
})

describe('a stored page', () => {
  it('keeps groups and pins byte for byte, and is the same without them', () => {
    for (const stored of [document(), document({ y: 'end' }), document({ x: 'scale' }, 'Price tag')])
      expect(JSON.stringify(writeDocument(readDocument(LayoutDocument.parse(stored), {}), {}))).toBe(
        JSON.stringify(stored),
      )
  })
  it('refuses unknown pins, and names that are empty or long', () => {
    for (const bad of [
      document({ x: 'left' } as never),
      document(undefined, ' '.repeat(3)),
      document(undefined, 'x'.repeat(101)),
    ])
      expect(LayoutDocument.safeParse(bad).success).toBe(false)
  })
})

describe('a page in the shape of its screen', () => {
  const shaped = (pins?: Pins): ReadDocument => ({ ...readDocument(document(pins), {}), shape: 'screen' })
  const area = { width: 1000, height: 1000 }
  const rectIn = (pins?: Pins) => {
    const [widget] = inShapeOf(shaped(pins), area).widgets
    return { x: widget?.x, y: widget?.y, height: widget?.height }
  }
  it('moves what is not pinned into the middle', () =>
    expect(rectIn()).toEqual({ x: 100, y: 300, height: 100 }))
  it.each([
    ['start', 50, 100],
    ['end', 550, 100],
    ['both', 50, 600],
    ['scale', 100, 200],
  ] as const)('keeps %s', (y, top, height) => expect(rectIn({ y })).toEqual({ x: 100, y: top, height }))
})
