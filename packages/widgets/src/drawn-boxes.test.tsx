// @vitest-environment happy-dom
import { newWidget } from '@vitrine/contract/document/layout-document'
import type { Values } from '@vitrine/contract/fields/values'
import { prayerDays } from '@vitrine/contract/schedule/prayer-times'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { definitionOf, WIDGET_FIELDS, WIDGET_TYPES } from './definitions.ts'
import { hostWith } from './host.ts'
import { LayoutView } from './layout-view.tsx'
import { provideLazyParts } from './lib/lazy-parts.ts'
import { sampleFeed, samplePrayer, sampleWeather } from './samples.ts'

provideLazyParts({ prayerDays })

const NOW = Date.parse('2027-03-10T10:00:00Z')
/** Wide, square, tall, and flat. */
const SHAPES = [
  [1600, 300],
  [600, 600],
  [640, 420],
  [300, 900],
  [900, 120],
] as const
/** Sizes are rounded. */
const TOLERANCE = 1

interface Box {
  left: number
  top: number
  right: number
  bottom: number
  text: string
  /** From the top of its letters to their bottom, which is less than the height of a line. */
  letters: readonly [number, number]
}
/** Height of letters without descenders, as a part of their font size. */
const LETTERS = 0.75

/** The text of a part, or that it is a picture. */
const nameOf = (element: Element): string =>
  element.textContent?.trim() || (element.tagName.toLowerCase() === 'svg' ? 'a picture' : '')

/** The font size of a line; else the height. */
const sizeOf = (element: Element, height: number): number =>
  Number.parseFloat((element.firstElementChild as HTMLElement | null)?.style.fontSize ?? '') || height

/** Placed parts of an element, in its own coordinates. */
function partsOf(element: Element): Box[] {
  return [...element.children].flatMap((child) => {
    const { position, left, top, width, height } = (child as HTMLElement).style
    if (position !== 'absolute' || !left.endsWith('px') || !top.endsWith('px')) return partsOf(child)
    const [x, y] = [Number.parseFloat(left), Number.parseFloat(top)]
    const wide = Number.parseFloat(width || (child.getAttribute('width') ?? ''))
    const high = Number.parseFloat(height || (child.getAttribute('height') ?? ''))
    if (!Number.isFinite(wide + high)) return []
    const [middle, half] = [y + high / 2, (LETTERS * sizeOf(child, high)) / 2]
    return [
      {
        ...{ left: x, top: y, right: x + wide, bottom: y + high, text: nameOf(child) },
        letters: [middle - half, middle + half],
      },
    ]
  })
}

function drawn(
  type: string,
  [width, height]: readonly [number, number],
  locale: string,
  settings: Values = {},
) {
  const host = hostWith({
    ...{ mode: 'play', locale, now: () => NOW },
    weather: () => sampleWeather('cairo', NOW),
    prayer: () => samplePrayer('cairo', NOW),
    feed: () => sampleFeed(NOW),
  })
  const label = definitionOf(type)?.label ?? type
  const widget = newWidget(
    { id: 'w', type, name: label, zIndex: 1, x: 0, y: 0, width, height },
    WIDGET_FIELDS,
  )
  const widgets = [{ ...widget, settings: { ...widget.settings, ...settings } }]
  const html = renderToString(<LayoutView document={{ width, height, widgets }} host={host} />)
  const place = document.createElement('div')
  place.innerHTML = html
  const frame = place.querySelector('[data-widget]')
  if (!frame) throw new Error(`${type} isn't drawn`)
  return partsOf(frame)
}

const CASES = WIDGET_TYPES.flatMap((type) =>
  SHAPES.flatMap((shape) =>
    ['en-us', 'ar'].map((locale) => [type, `${shape[0]} × ${shape[1]}`, locale, shape] as const),
  ),
)

describe.each(CASES)('%s of %s in %s', (type, _size, locale, shape) => {
  const parts = drawn(type, shape, locale)

  it('stays in its frame', () => {
    for (const { left, top, right, bottom, text } of parts) {
      expect(Math.min(left, top), text).toBeGreaterThanOrEqual(-TOLERANCE)
      expect(right, text).toBeLessThanOrEqual(shape[0] + TOLERANCE)
      expect(bottom, text).toBeLessThanOrEqual(shape[1] + TOLERANCE)
    }
  })

  it('draws no text or picture over another', () => {
    const texts = parts.filter(({ text }) => text !== '')
    const over = texts.flatMap((one, index) =>
      texts
        .slice(index + 1)
        .filter(
          (other) =>
            Math.min(one.right, other.right) - Math.max(one.left, other.left) > TOLERANCE &&
            Math.min(one.letters[1], other.letters[1]) - Math.max(one.letters[0], other.letters[0]) >
              TOLERANCE,
        )
        .map((other) => `${one.text} / ${other.text}`),
    )
    expect(over).toEqual([])
  })
})

/** Types that draw a surface, with the settings that change its edges. */
const SURFACES: Readonly<Record<string, readonly Values[]>> = {
  button: [{}, { outline: true }, { shadow: false }, { shadow: false, outline: true }],
  'sticky-note': [{}],
  comment: [{}],
  dropdown: [{}],
}
const NEW = Object.entries(SURFACES).flatMap(([type, settings]) =>
  SHAPES.flatMap((shape) => settings.map((each) => [type, JSON.stringify(each), shape, each] as const)),
)

it.each(NEW)('a new %s with %s of %j is drawn as large as its frame', (type, _settings, shape, settings) => {
  const [surface] = drawn(type, shape, 'en-us', { ...definitionOf(type)?.starts, ...settings })
  expect(surface).toMatchObject({ left: 0, top: 0, right: shape[0], bottom: shape[1] })
})

it.each(['button', 'sticky-note'])('a stored %s keeps its shadow in its frame', (type) => {
  const [surface] = drawn(type, [600, 600], 'en-us')
  expect(surface?.left).toBeGreaterThan(0)
  expect(surface?.right).toBeLessThan(600)
})

it('widgets with data draw several parts', () => {
  for (const [type, least] of Object.entries({ weather: 5, prayer: 12, 'date-time': 3 }))
    expect(drawn(type, [600, 600], 'en-us').length, type).toBeGreaterThanOrEqual(least)
})
