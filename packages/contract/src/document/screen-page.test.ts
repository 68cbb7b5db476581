import { describe, expect, test } from 'vitest'
import { type ReadDocument, readDocument, writeDocument } from './layout-document.ts'
import { inShapeOf, scaleIn } from './page-shape.ts'
import { screenPage } from './screen-page.ts'

const zone = {
  media: { type: 'media-zone', label: 'Media', max: 30 },
  fit: { type: 'lookup', label: 'Fit', options: [{ value: 'blur', label: 'Blur' }], default: 'contain' },
} as const
const TYPES = { 'media-looper': zone, text: {} }
const PAGE = screenPage({ id: 'z', name: 'Zone' }, [{ mediaId: 'm', duration: 0 }], TYPES)

const SHAPES = [
  [1920, 1080],
  [1080, 1920],
  [1080, 1080],
  [7560, 2160],
  // A window of a browser, and a panel with an odd number of pixels.
  [1366, 641],
  [333, 777],
  // LED ribbons, an old monitor, and the smallest and the longest size.
  [3840, 240],
  [240, 3840],
  [1024, 768],
  [100, 100],
  [10_000, 500],
].map(([width = 0, height = 0]) => ({ width, height }))
type Size = (typeof SHAPES)[number]

const areaOf = ({ width, height }: Size) => width * height
/** The area in which a medium shows whole, in an area. */
const whole = (medium: Size, area: Size) => areaOf(medium) * scaleIn(medium, area) ** 2

describe.each(SHAPES)('on a screen of $width×$height', (screen) => {
  const drawn = inShapeOf(PAGE, screen)
  const scale = scaleIn(drawn, screen)

  test('a screen-shaped page covers the screen, with less than a layout pixel in excess', () => {
    for (const side of ['width', 'height'] as const) {
      const missing = screen[side] - drawn[side] * scale
      expect(Math.abs(missing)).toBeLessThan(Math.max(1, scale))
    }
    expect(drawn.widgets).toMatchObject([{ x: 0, y: 0, width: drawn.width, height: drawn.height }])
  })

  test.each(SHAPES)('a medium of $width×$height shows as large as it can be', (medium) => {
    const [zone] = drawn.widgets
    const area = { width: (zone?.width ?? 0) * scale, height: (zone?.height ?? 0) * scale }
    expect(whole(medium, area)).toBeGreaterThan(whole(medium, screen) * 0.998)
  })
})

test('pages with their own size stay the same object, on every screen', () => {
  const { shape: _, ...own } = PAGE
  const page: ReadDocument = own
  for (const screen of SHAPES) expect(inShapeOf(page, screen)).toBe(page)
})

test('other widgets stay together in the middle, at their size', () => {
  const [background] = PAGE.widgets
  const text = { ...background, id: 't', type: 'text', x: 100, y: 900, width: 400, height: 100 }
  const page = { ...PAGE, widgets: [background, text] } as ReadDocument
  const { height, widgets } = inShapeOf(page, { width: 1080, height: 1920 })
  const down = Math.round((height - 1080) / 2)
  expect(widgets[0]).toMatchObject({ x: 0, y: 0, width: 1920, height })
  expect(widgets[1]).toMatchObject({ x: 100, y: 900 + down, width: 400, height: 100 })
})

test('what covers the page reaches as far over the edges of every screen', () => {
  const [background] = PAGE.widgets
  const bleeding = { ...background, x: -100, y: -50, width: 2060, height: 1200 }
  const page = { ...PAGE, widgets: [bleeding] } as ReadDocument
  expect(inShapeOf(page, PAGE).widgets).toEqual([bleeding])
  const { width, height, widgets } = inShapeOf(page, { width: 1080, height: 1920 })
  expect(widgets).toMatchObject([{ x: -100, y: -50, width: width + 140, height: height + 120 }])
})

test('the shape is stored beside the specified size, and only where there is one', () => {
  const stored = writeDocument(PAGE, TYPES)
  expect(stored).toMatchObject({ width: 1920, height: 1080, config: { shape: 'screen' } })
  expect(readDocument(stored, TYPES)).toEqual(PAGE)
  const { shape: _, ...own } = PAGE
  expect(Object.keys(writeDocument(own, TYPES).config)).toEqual(['inputs'])
})
