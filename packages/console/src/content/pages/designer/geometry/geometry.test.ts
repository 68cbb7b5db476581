import { describe, expect, it } from 'vitest'
import { aligned, distributed, matched } from './arrange-rects.ts'
import { boundsOf, intoPage, type Rect, spanned, touches } from './rect.ts'
import { type Handle, resizedRect, scaledInto } from './resize-rect.ts'
import { fitting, isInView, pinched, toPage, toViewport, zoomedAt, zoomStep } from './view.ts'

const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height })
const R = rect(100, 100, 200, 100)
const PAGE = { width: 1000, height: 600 }

describe('rects', () => {
  it('spans bounds and marquees in any direction', () => {
    expect(boundsOf([rect(10, 10, 5, 5), rect(0, 20, 5, 5)])).toEqual(rect(0, 10, 15, 15))
    expect(boundsOf([])).toBeUndefined()
    expect(spanned({ x: 9, y: 1 }, { x: 2, y: 4 })).toEqual(rect(2, 1, 7, 3))
    expect(touches(rect(0, 0, 10, 10), rect(10, 10, 5, 5))).toBe(true)
    expect(touches(rect(0, 0, 10, 10), rect(11, 0, 5, 5))).toBe(false)
  })

  it.each([
    [rect(-20, 5, 100, 100), { x: 20, y: 0 }],
    [rect(950, 580, 100, 100), { x: -50, y: -80 }],
    [rect(0, -3, 2000, 100), { x: 0, y: 3 }],
    [rect(10, 10, 10, 10), { x: 0, y: 0 }],
  ])('brings %o inside the page', (from, by) => expect(intoPage(from, PAGE)).toEqual(by))
})

describe('L-007 the handles', () => {
  const cases: [Handle, { x: number; y: number }, object, Rect][] = [
    ['e', { x: 30, y: 99 }, {}, rect(100, 100, 230, 100)],
    ['w', { x: 30, y: 99 }, {}, rect(130, 100, 170, 100)],
    ['n', { x: 99, y: -30 }, {}, rect(100, 70, 200, 130)],
    ['s', { x: 99, y: -30 }, {}, rect(100, 100, 200, 70)],
    ['se', { x: 10, y: 20 }, {}, rect(100, 100, 210, 120)],
    ['nw', { x: 10, y: 20 }, {}, rect(110, 120, 190, 80)],
    ['e', { x: -500, y: 0 }, {}, rect(100, 100, 20, 100)],
    ['w', { x: 500, y: 0 }, {}, rect(280, 100, 20, 100)],
    ['n', { x: 0, y: 500 }, {}, rect(100, 180, 200, 20)],
    ['e', { x: 20, y: 0 }, { fromCentre: true }, rect(80, 100, 240, 100)],
    ['e', { x: 100, y: 0 }, { keepRatio: true }, rect(100, 75, 300, 150)],
    ['se', { x: 200, y: 10 }, { keepRatio: true }, rect(100, 100, 400, 200)],
    ['nw', { x: -100, y: 0 }, { keepRatio: true }, rect(0, 50, 300, 150)],
    ['e', { x: 10.4, y: 0 }, {}, rect(100, 100, 210, 100)],
  ]
  it.each(cases)('%s by %o with %o', (handle, by, keys, expected) =>
    expect(resizedRect(R, handle, by, keys, 20, { page: PAGE, clips: true })).toEqual(expected),
  )
  it.each([
    ['e', { x: 5000, y: 0 }, rect(100, 100, 5200, 100), rect(100, 100, 900, 100)],
    ['w', { x: -5000, y: 0 }, rect(-4900, 100, 5200, 100), rect(0, 100, 300, 100)],
    ['n', { x: 0, y: -5000 }, rect(100, -4900, 200, 5100), rect(100, 0, 200, 200)],
  ] as const)('%s by %o reaches over the edge of a page that clips', (handle, by, over, inside) => {
    expect(resizedRect(R, handle, by, {}, 20, { page: PAGE, clips: true })).toEqual(over)
    expect(resizedRect(R, handle, by, {}, 20, { page: PAGE, clips: false })).toEqual(inside)
  })

  it('scale a selection inside its bounds', () => {
    const from = rect(0, 0, 100, 100)
    expect(scaledInto(rect(50, 50, 50, 50), from, rect(0, 0, 200, 100), 20)).toEqual(rect(100, 50, 100, 50))
    expect(scaledInto(rect(0, 0, 10, 10), from, rect(0, 0, 50, 50), 20)).toEqual(rect(0, 0, 20, 20))
  })
})

describe('arranging', () => {
  const rects = [rect(0, 0, 100, 50), rect(200, 90, 50, 50), rect(500, 40, 100, 100)]
  it('aligns a single rect to the page and several to each other', () => {
    expect(aligned([R], 'x', 'centre', PAGE)).toEqual([rect(400, 100, 200, 100)])
    expect(aligned([R], 'y', 'end', PAGE)).toEqual([rect(100, 500, 200, 100)])
    expect(aligned(rects, 'x', 'end', PAGE).map(({ x }) => x)).toEqual([500, 550, 500])
    expect(aligned(rects, 'y', 'start', PAGE).map(({ y }) => y)).toEqual([0, 0, 0])
  })
  it('distributes equal gaps, in any order of selection', () => {
    expect(distributed(rects, 'x').map(({ x }) => x)).toEqual([0, 275, 500])
    expect(distributed([...rects].reverse(), 'x').map(({ x }) => x)).toEqual([500, 275, 0])
    expect(distributed(rects.slice(0, 2), 'x')).toEqual(rects.slice(0, 2))
  })
  it('matches sizes to the first', () => {
    expect(matched(rects, ['x', 'y']).every(({ width, height }) => width === 100 && height === 50)).toBe(true)
    expect(matched(rects, ['x']).map(({ width, height }) => [width, height])).toEqual([
      [100, 50],
      [100, 50],
      [100, 100],
    ])
  })
})

describe('the view', () => {
  it('zooms around the pointer, between 5 and 800 %', () => {
    const view = { x: 40, y: 20, zoom: 0.5 }
    const anchor = { x: 300, y: 200 }
    const next = zoomedAt(view, 2, anchor)
    expect(toPage(next, anchor)).toEqual(toPage(view, anchor))
    expect([zoomedAt(view, 99, anchor).zoom, zoomedAt(view, 0, anchor).zoom]).toEqual([8, 0.05])
    expect([zoomStep(0.6, 1), zoomStep(0.6, -1), zoomStep(8, 1), zoomStep(0.05, -1)]).toEqual([
      0.75, 0.5, 8, 0.05,
    ])
  })
  it('keeps the pinched point in place, also at the 800 % limit', () => {
    const view = { x: 40, y: 20, zoom: 0.5 }
    const from = [
      { x: 200, y: 200 },
      { x: 300, y: 200 },
    ] as const
    const apart = [
      { x: 300, y: 100 },
      { x: 300, y: 500 },
    ] as const
    const next = pinched(view, from, apart)
    expect(next.zoom).toBe(2)
    expect(toPage(next, { x: 300, y: 300 })).toEqual(toPage(view, { x: 250, y: 200 }))
    expect(pinched(view, from, from)).toEqual(view)
    const far = [
      { x: 0, y: 0 },
      { x: 9000, y: 0 },
    ] as const
    expect(pinched(view, [from[0], from[0]], far).zoom).toBe(8)
    expect(toPage(pinched(view, from, far), { x: 4500, y: 0 })).toEqual(toPage(view, { x: 250, y: 200 }))
  })
  it.each([
    [1920, 1080],
    [1080, 1920],
    [7560, 2160],
  ])('fits all of %i x %i into the viewport', (width, height) => {
    const viewport = { width: 1000, height: 700 }
    const view = fitting(rect(0, 0, width, height), viewport)
    expect(isInView(view, rect(0, 0, width, height), viewport)).toBe(true)
    const seen = toViewport(view, rect(0, 0, width, height))
    expect(seen.x + seen.width / 2).toBeCloseTo(500)
    expect(isInView(zoomedAt(view, 8, { x: 0, y: 0 }), rect(0, 0, width, height), viewport)).toBe(false)
  })
})
