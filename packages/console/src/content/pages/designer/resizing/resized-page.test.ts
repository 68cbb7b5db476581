import { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { newWidget, type ReadWidget } from '@vitrine/contract/document/layout-document'
import { checkSentDocument } from '@vitrine/contract/document/sent-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { documentOf, type Page, rectOf } from '#content/pages/designer/state/page.ts'
import { resizedPage, WAYS } from './resized-page.ts'
import { unitsIn } from './units.ts'

const WIDE = { width: 1920, height: 1080 }
const TALL = { width: 1080, height: 1920 }

const widget = (id: string, rect: [number, number, number, number], more: Partial<ReadWidget> = {}) => {
  const [x, y, width, height] = rect
  return {
    ...newWidget({ id, type: 'text', name: id, zIndex: 1, x, y, width, height }, WIDGET_FIELDS),
    ...more,
  }
}
const pageOf = (widgets: ReadWidget[], size = WIDE): Page => ({ name: 'Lobby', ...size, widgets })
const rectsOf = (page: Page) => Object.fromEntries(page.widgets.map((one) => [one.id, rectOf(one)]))
const overlaps = (a: ReadWidget, b: ReadWidget) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

describe('a page that gets another size', () => {
  const page = pageOf([
    widget('back', [0, 0, 1920, 1080]),
    widget('logo', [1700, 40, 180, 100], { pins: { x: 'end' } }),
    widget('title', [100, 200, 800, 200]),
  ])
  it('keeps places and pins, and what covers it', () => {
    expect(rectsOf(resizedPage(page, TALL, 'keep'))).toEqual({
      back: { x: 0, y: 0, ...TALL },
      logo: { x: 860, y: 40, width: 180, height: 100 },
      title: { x: 100, y: 200, width: 800, height: 200 },
    })
  })
  it('scales with its letters, in the middle', () => {
    const next = resizedPage(page, { width: 960, height: 1080 }, 'scale')
    expect(rectsOf(next).title).toEqual({ x: 50, y: 370, width: 400, height: 100 })
    expect(next.widgets[2]?.settings.fontSettings).toMatchObject({ size: 7 })
  })
  it('scales letters, corners, and shadows as far as they can be saved', () => {
    const title = widget('title', [100, 200, 800, 200])
    const fontSettings = { ...(title.settings.fontSettings as object), size: 600, maxSize: 900 }
    const large: ReadWidget = {
      ...title,
      frame: { mask: 'rounded', radius: 500, borderWidth: 150, shadow: 150 },
      settings: { ...title.settings, fontSettings },
    }
    const next = resizedPage(pageOf([large]), { width: 7680, height: 4320 }, 'scale')
    expect(next.widgets[0]?.settings.fontSettings).toMatchObject({ size: 1000, maxSize: 1000 })
    const document = documentOf(next, WIDGET_FIELDS)
    expect(LayoutDocument.safeParse(document).success).toBe(true)
    expect(checkSentDocument(document, WIDGET_FIELDS)).toEqual({})
  })
  it('adapts: side by side becomes one below the other, bars stay at their edges', () => {
    const board = pageOf([
      widget('head', [0, 0, 1920, 120]),
      widget('left', [60, 200, 860, 700]),
      widget('right', [1000, 200, 860, 700]),
      widget('foot', [0, 1000, 1920, 80]),
    ])
    const { head, left, right, foot } = rectsOf(resizedPage(board, TALL, 'adapt'))
    expect(head).toEqual({ x: 0, y: 0, width: 1080, height: 120 })
    expect(foot).toEqual({ x: 0, y: 1840, width: 1080, height: 80 })
    expect(right?.y).toBeGreaterThanOrEqual((left?.y ?? 0) + (left?.height ?? 0))
    const { left: first, right: second } = rectsOf(
      resizedPage(resizedPage(board, TALL, 'adapt'), WIDE, 'adapt'),
    )
    expect(second?.x).toBeGreaterThanOrEqual((first?.x ?? 0) + (first?.width ?? 0))
  })
  it('keeps a widget off a group that reaches a little over it from the side', () => {
    const from = { width: 986, height: 3146 }
    const one = { group: 'One' }
    const poster = pageOf(
      [
        widget('a', [718, 0, 184, 396], one),
        widget('b', [899, 1567, 20, 1562]),
        widget('c', [0, 2118, 20, 231], one),
      ],
      from,
    )
    const [a, b] = resizedPage(poster, { width: 890, height: 3419 }, 'adapt').widgets
    expect(a && b && overlaps(a, b)).toBe(false)
  })
  it('reaches over its edges again', () => {
    const bleeding = pageOf([
      widget('back', [-100, -50, 2120, 1130]),
      widget('head', [-20, -30, 1960, 150]),
      widget('photo', [1500, 300, 600, 300]),
      widget('logo', [-60, 700, 400, 200], { pins: { x: 'start', y: 'end' } }),
    ])
    const kept = rectsOf(resizedPage(bleeding, TALL, 'keep'))
    expect(kept.back).toEqual({ x: -100, y: -50, width: 1280, height: 1970 })
    expect(kept.logo).toEqual({ x: -60, y: 1540, width: 400, height: 200 })
    const { back, head, photo } = rectsOf(resizedPage(bleeding, TALL, 'adapt'))
    expect(back).toEqual(kept.back)
    expect(head).toMatchObject({ y: -30, height: 150 })
    expect([(head?.x ?? 0) < 0, (head?.x ?? 0) + (head?.width ?? 0) > TALL.width]).toEqual([true, true])
    const scale = (photo?.width ?? 0) / 600
    expect((photo?.x ?? 0) + (photo?.width ?? 0) - TALL.width).toBeCloseTo(180 * scale, -1)
    const half = rectsOf(resizedPage(bleeding, { width: 960, height: 540 }, 'scale'))
    expect(half.back).toEqual({ x: -50, y: -25, width: 1060, height: 565 })
    expect(half.photo).toEqual({ x: 750, y: 150, width: 300, height: 150 })
  })
  it('reads from the right where people do', () => {
    const board = pageOf([widget('left', [60, 200, 860, 700]), widget('right', [1000, 200, 860, 700])])
    const { left, right } = rectsOf(resizedPage(board, TALL, 'adapt', true))
    expect(left?.y).toBeGreaterThan(right?.y ?? 0)
  })
})

const size = fc.record({
  width: fc.integer({ min: 100, max: 4000 }),
  height: fc.integer({ min: 100, max: 4000 }),
})
const rect = (page: { width: number; height: number }) =>
  fc
    .tuple(fc.nat(page.width - 20), fc.nat(page.height - 20), fc.nat(), fc.nat())
    .map(([x, y, w, h]): [number, number, number, number] => [
      x,
      y,
      20 + (w % (page.width - x - 19)),
      20 + (h % (page.height - y - 19)),
    ])
const anyPage = size.chain((page) =>
  fc.array(fc.tuple(rect(page), fc.constantFrom(undefined, 'One', 'Two')), { maxLength: 30 }).map((rects) =>
    pageOf(
      rects.map(([box, group], at) => widget(`w${at}`, box, group ? { group } : {})),
      page,
    ),
  ),
)

test('of any page: all widgets in order, inside, in whole pixels, savable; units that were apart stay apart', () =>
  fc.assert(
    fc.property(anyPage, size, fc.constantFrom(...WAYS), fc.boolean(), (page, to, way, rtl) => {
      const next = resizedPage(page, to, way, rtl)
      expect(next.widgets.map(({ id }) => id)).toEqual(page.widgets.map(({ id }) => id))
      expect(LayoutDocument.safeParse(documentOf(next, WIDGET_FIELDS)).success).toBe(true)
      if (way === 'keep') return
      for (const { x, y, width, height } of next.widgets) {
        for (const side of [x, y, width, height]) expect(Number.isInteger(side)).toBe(true)
        expect(x >= 0 && y >= 0 && x + width <= to.width && y + height <= to.height).toBe(true)
      }
      if (way !== 'adapt' || to.width < 400 || to.height < 400) return
      const units = unitsIn(page.widgets)
      const after = new Map(next.widgets.map((one) => [one.id, one]))
      for (const [at, unit] of units.entries())
        for (const other of units.slice(at + 1))
          for (const a of unit.widgets)
            for (const b of other.widgets) {
              if (overlaps(a, b)) continue
              const [one, two] = [after.get(a.id), after.get(b.id)]
              // Whole pixels may touch.
              if (one && two) expect(overlaps(shrunk(one), shrunk(two)), `${a.id} ${b.id}`).toBe(false)
            }
    }),
    { numRuns: 150 },
  ))
const shrunk = (one: ReadWidget): ReadWidget => ({
  ...one,
  x: one.x + 1,
  y: one.y + 1,
  width: one.width - 2,
  height: one.height - 2,
})
