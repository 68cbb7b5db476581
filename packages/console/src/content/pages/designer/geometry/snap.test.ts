import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rect } from './rect.ts'
import { lowerBound, snapCandidates, snapEdge, snapMove } from './snap.ts'

const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height })
const PAGE = { width: 1000, height: 600 }
const none = snapCandidates(PAGE, [])

describe('snapping a move', () => {
  const sibling = snapCandidates(PAGE, [rect(300, 200, 201, 60)])
  it.each([
    ['the page’s left edge', none, rect(4, 250, 50, 50), { x: -4, y: 0 }],
    ['the page’s right edge', none, rect(955, 250, 50, 50), { x: -5, y: 0 }],
    ['the page’s centre', none, rect(472, 100, 50, 50), { x: 3, y: 0 }],
    ['the page’s bottom', none, rect(100, 547, 50, 50), { x: 0, y: 3 }],
    ['the page’s first third', none, rect(330, 100, 50, 50), { x: 3, y: 0 }],
    ['the page’s lower third with its own bottom', none, rect(100, 353, 50, 50), { x: 0, y: -3 }],
    ['both axes at once', none, rect(3, 553, 50, 50), { x: -3, y: -3 }],
    ['nothing beyond six pixels', none, rect(7, 100, 50, 50), { x: 0, y: 0 }],
    ['a sibling’s left edge', sibling, rect(304, 20, 50, 50), { x: -4, y: 0 }],
    ['a sibling’s right edge with its own left', sibling, rect(503, 20, 50, 50), { x: -2, y: 0 }],
    ['a sibling’s top with its own bottom', sibling, rect(700, 152, 50, 50), { x: 0, y: -2 }],
    ['whole pixels', none, rect(100.4, 100.6, 50, 50), { x: -0.4, y: 0.4 }],
  ])('%s', (_name, candidates, from, by) => {
    const snapped = snapMove(from, candidates, 6)
    expect(snapped.by.x).toBeCloseTo(by.x)
    expect(snapped.by.y).toBeCloseTo(by.y)
  })

  it('shows a line along every rect it aligns', () => {
    const { guides } = snapMove(rect(302, 20, 50, 50), sibling, 6)
    expect(guides).toEqual([
      { axis: 'x', at: 300, from: 20, to: 260 },
      { axis: 'x', at: 300, from: 70, to: 200, gap: 130 },
    ])
  })

  const row = snapCandidates(PAGE, [rect(100, 100, 50, 50), rect(190, 100, 50, 50)])
  it.each([
    ['after two', rect(283, 130, 33, 33), 280],
    ['before two', rect(23, 130, 33, 33), 27],
    ['between two', rect(161, 120, 20, 20), 160],
  ])('equalizes gaps %s and shows both distances', (_name, from, x) => {
    const { by, guides } = snapMove(from, row, 6)
    expect(from.x + by.x).toBe(x)
    const gaps = guides.filter(({ gap }) => gap !== undefined)
    expect(gaps).toHaveLength(2)
    expect(gaps[0]?.gap).toBe(gaps[1]?.gap)
  })
  it('ignores gaps between rects that are not beside it', () => {
    expect(snapMove(rect(283, 400, 33, 33), row, 6).by.x).toBe(0)
  })
  it('snaps to the grid and to drawn guides', () => {
    const candidates = snapCandidates(PAGE, [], { grid: 20, guides: { x: [333], y: [] }, insets: [0.05] })
    expect(snapMove(rect(123, 104, 13, 13), candidates, 6).by).toEqual({ x: -3, y: -4 })
    expect(snapMove(rect(334, 110, 13, 13), candidates, 3).by.x).toBe(-1)
    expect(snapMove(rect(51, 110, 13, 13), candidates, 2).by.x).toBe(-1)
  })
})

it('snaps a single edge', () => {
  expect(snapEdge(996, 'x', none, 6)).toBe(1000)
  expect(snapEdge(304, 'y', none, 6)).toBe(300)
  expect(snapEdge(310, 'y', none, 6)).toBeUndefined()
})

const RECT = fc.record({
  x: fc.integer({ min: 0, max: 900 }),
  y: fc.integer({ min: 0, max: 500 }),
  width: fc.integer({ min: 20, max: 300 }),
  height: fc.integer({ min: 20, max: 300 }),
})
describe('always', () => {
  it('moves at most by the reach and a pixel’s rounding, to whole pixels', () => {
    fc.assert(
      fc.property(
        fc.array(RECT, { maxLength: 12 }),
        RECT,
        fc.integer({ min: 1, max: 30 }),
        (siblings, from, reach) => {
          const { by } = snapMove(from, snapCandidates(PAGE, siblings), reach)
          for (const way of [by.x, by.y]) {
            expect(Math.abs(way)).toBeLessThanOrEqual(reach + 0.5)
            expect(Number.isInteger(way)).toBe(true)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
  it('finds the same place as a linear search', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -50, max: 50 })),
        fc.integer({ min: -60, max: 60 }),
        (values, at) => {
          const list = values.sort((a, b) => a - b).map((value) => ({ at: value }))
          const first = list.findIndex((entry) => entry.at >= at)
          expect(lowerBound(list, at)).toBe(first < 0 ? list.length : first)
        },
      ),
    )
  })
})
