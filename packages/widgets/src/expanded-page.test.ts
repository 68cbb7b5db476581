import { expandedPage, expandedUse } from '@vitrine/contract/document/expanded-page'
import {
  newWidget,
  type ReadDocument,
  type ReadWidget,
  readDocument,
  writeDocument,
} from '@vitrine/contract/document/layout-document'
import { fieldsOfPart, type PartUse, valuesOfUse } from '@vitrine/contract/document/part-use'
import { pageIn, withoutUnused } from '@vitrine/contract/document/translated-page'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const widget = (id: string, type: string, more: Partial<ReadWidget> = {}): ReadWidget => ({
  ...newWidget({ id, type, name: id, zIndex: 1, x: 0, y: 0, width: 100, height: 50, ...more }, WIDGET_FIELDS),
  ...more,
})
const withSettings = (one: ReadWidget, settings: object): ReadWidget => ({
  ...one,
  settings: { ...one.settings, ...settings },
})

const touch = { event: 'CLICK_TOUCH', target: '', type: 'LAYOUT', verb: 'LOAD_NEXT_MEDIA' } as const
const TAG: ReadDocument = {
  width: 400,
  height: 200,
  widgets: [
    withSettings(widget('price', 'text', { x: 40, y: 60, width: 200, height: 80, zIndex: 2 }), {
      text: '1.00',
      color: '#111111',
    }),
    widget('zone', 'media-looper', { x: 240, y: 0, width: 160, height: 200, zIndex: 1 }),
    withSettings(widget('next', 'button', { x: 0, y: 160, width: 60, height: 40, zIndex: 3 }), {
      actions: [{ ...touch, props: { layoutId: '', layoutName: '', mediaZoneId: 'zone', mediaOrder: null } }],
    }),
  ],
  values: [
    { name: 'Price', label: 'Price', at: [{ widget: 'price', field: 'text' }] },
    { name: 'Ink', label: 'Ink', at: [{ widget: 'price', field: 'color' }] },
    { name: 'Picture', label: 'Picture', at: [{ widget: 'zone', field: 'media' }] },
    { name: 'Gone', label: 'Gone', at: [{ widget: 'nowhere', field: 'text' }] },
  ],
}

type Use = ReadWidget & { use: PartUse }
const used = (more: Partial<ReadWidget> = {}, values: object = {}): Use =>
  ({
    ...widget('use', 'part', { width: 400, height: 200, ...more }),
    use: { part: 'tag', values: { ...values } },
  }) as Use
const expanded = (use: Use, part = TAG) => expandedUse(use, part, WIDGET_FIELDS)
const named = (all: readonly ReadWidget[], name: string) => all.find((one) => one.name === name)

describe('a part on a page', () => {
  it('is drawn as its widgets, from the back, in the place of the use', () => {
    const all = expanded(used({ x: 100, y: 50 }))
    expect(all.map(({ name, x, y, width, height }) => [name, x, y, width, height])).toEqual([
      ['zone', 340, 50, 160, 200],
      ['price', 140, 110, 200, 80],
      ['next', 100, 210, 60, 40],
    ])
    expect(new Set(all.map(({ id }) => id)).size).toBe(3)
    expect(all.map(({ id }) => id)).toEqual(expanded(used()).map(({ id }) => id))
    expect(all.map(({ id }) => id)).not.toEqual(expanded({ ...used(), id: 'other' }).map(({ id }) => id))
  })

  it('is scaled as a whole, with its letters, in the middle of another shape', () => {
    const all = expanded(used({ width: 1000, height: 400 }))
    expect(named(all, 'price')).toMatchObject({ x: 180, y: 120, width: 400, height: 160 })
    expect(named(all, 'price')?.settings.fontSettings).toMatchObject({ size: 28 })
  })

  it('has letters, corners, and shadows within the limits of their fields, which screens read', () => {
    const frame = { mask: 'rounded', radius: 400, borderWidth: 90, shadow: 90 } as const
    const widgets = TAG.widgets.map((one) => {
      const font = { ...(one.settings.fontSettings as object), size: 300, maxSize: 500 }
      return one.id === 'price' ? { ...one, frame, settings: { ...one.settings, fontSettings: font } } : one
    })
    const page = { width: 9000, height: 9000, widgets: [used({ width: 4000, height: 1600 })] }
    const drawn = expandedPage(page, WIDGET_FIELDS, new Map([['tag', { ...TAG, widgets }]]))
    expect(named(drawn.widgets, 'price')?.settings.fontSettings).toMatchObject({ size: 1000, maxSize: 1000 })
    expect(named(drawn.widgets, 'price')?.frame).toMatchObject({
      radius: 1000,
      borderWidth: 200,
      shadow: 200,
    })
    expect(readDocument(writeDocument(drawn, WIDGET_FIELDS), WIDGET_FIELDS).widgets).toEqual(
      drawn.widgets.map(({ of: _, ...widget }) => widget),
    )
  })

  it('is turned around its middle, and as transparent as its use', () => {
    const half = expanded(used({ x: 100, y: 50, frame: { rotation: 180, opacity: 50 } }))
    expect(named(half, 'zone')).toMatchObject({ x: 100, y: 50, frame: { rotation: 180, opacity: 50 } })
    const quarter = expanded(used({ x: 0, y: 0, frame: { rotation: 90 } }))
    // The middle of the zone goes from (320, 100) to (200, 220).
    expect(named(quarter, 'zone')).toMatchObject({ x: 120, y: 120, frame: { rotation: 90 } })
  })

  it('has the values of its use; others, invalid ones, and those without a field are those of the part', () => {
    const picture = [{ mediaId: 'm1', duration: 5 }]
    const all = expanded(used({}, { Price: '4.50', Ink: 'no color', Picture: picture, Lost: 'x', Gone: 'x' }))
    expect(named(all, 'price')?.settings).toMatchObject({ text: '4.50', color: '#111111' })
    expect(named(all, 'zone')?.settings.media).toEqual(picture)
    expect(Object.keys(fieldsOfPart(TAG, WIDGET_FIELDS))).toEqual(['Price', 'Ink', 'Picture'])
    expect(valuesOfUse(TAG, WIDGET_FIELDS, used({}, { Ink: '#ff0000' }).use)).toEqual({
      ...{ Price: '1.00', Ink: '#ff0000', Picture: [] },
    })
  })

  it('a color of a use has no style', () => {
    const styles = { color: 'style1', fontSettings: 'style2' }
    const widgets = TAG.widgets.map((one) => (one.id === 'price' ? { ...one, styles } : one))
    const part = { ...TAG, widgets }
    expect(named(expanded(used(), part), 'price')?.styles).toEqual(styles)
    expect(named(expanded(used({}, { Ink: '#ff0000' }), part), 'price')?.styles).toEqual({
      fontSettings: 'style2',
    })
  })

  it('touch actions find the zone of the same use', () => {
    const all = expanded(used())
    expect(named(all, 'next')?.settings.actions).toMatchObject([
      { props: { mediaZoneId: named(all, 'zone')?.id } },
    ])
  })

  it('goes with the pins of its use; a stretched one leaves its widgets at theirs', () => {
    const pinsOf = (pins: ReadWidget['pins']) => {
      const widgets = TAG.widgets.map((one) => (one.id === 'zone' ? { ...one, pins: { x: 'end' } } : one))
      return expanded(used({ pins }), { ...TAG, widgets } as ReadDocument).map((one) => one.pins?.x)
    }
    expect(pinsOf({ x: 'center' })).toEqual(['center', 'center', 'center'])
    expect(pinsOf({ x: 'both' })).toEqual(['end', 'start', 'start'])
    expect(pinsOf(undefined)).toEqual([undefined, undefined, undefined])
  })

  it('is hidden with its use, and stays a use where its part is missing', () => {
    expect(expanded(used({ hidden: true })).every(({ hidden }) => hidden)).toBe(true)
    const page = { ...TAG, values: undefined, widgets: [used()] } as unknown as ReadDocument
    expect(expandedPage(page, WIDGET_FIELDS, new Map())).toBe(page)
  })

  it('its texts, and those of its use, are said in the languages of the page, which keeps their translations', () => {
    const texts = [
      { of: 'Soup', to: 'Suppe' },
      { of: '1.00', to: 'frei' },
    ]
    const languages = { own: 'en', others: [{ language: 'de', texts }] }
    const uses = [used(), { ...used({}, { Price: 'Soup' }), id: 'other' }]
    const page: ReadDocument = { width: 1920, height: 1080, widgets: uses, languages }
    const shown = expandedPage(page, WIDGET_FIELDS, new Map([['tag', TAG]]))
    const german = pageIn(shown, WIDGET_FIELDS, 'de').widgets.filter(({ name }) => name === 'price')
    expect(german.map(({ settings }) => settings.text)).toEqual(['frei', 'Suppe'])
    expect(withoutUnused(page, WIDGET_FIELDS)).toBe(page)
  })

  it('a page without parts is the same object', () => {
    expect(expandedPage(TAG, WIDGET_FIELDS, new Map([['tag', TAG]]))).toBe(TAG)
  })
})

const side = fc.integer({ min: 1, max: 900 })
const at = fc.integer({ min: -200, max: 900 })
const angle = fc.integer({ min: -180, max: 180 })
const frame = fc.record({ rotation: angle, opacity: fc.integer({ min: 0, max: 100 }) }, { requiredKeys: [] })
const inner = fc
  .record({
    x: at,
    y: at,
    width: side,
    height: side,
    frame,
    type: fc.constantFrom('text', 'tag', 'media-looper'),
  })
  .map(
    ({ type, ...more }) =>
      (id: string) =>
        widget(id, type, more as Partial<ReadWidget>),
  )
const part = fc
  .record({
    width: fc.integer({ min: 100, max: 900 }),
    height: side,
    inner: fc.array(inner, { maxLength: 6 }),
  })
  .map(({ inner: make, ...size }) => ({
    ...size,
    widgets: make.map((one, index) => ({ ...one(`w${index}`), zIndex: index + 1 })),
    values: [{ name: 'A', label: 'A', at: make.map((_, index) => ({ widget: `w${index}`, field: 'text' })) }],
  }))

describe('random parts', () => {
  it('what a use is detached to is drawn as the use: it has whole pixels, and needs no part', () => {
    fc.assert(
      fc.property(
        part,
        fc.record({ x: at, y: at, width: side, height: side, frame }),
        fc.string(),
        (one, box, text) => {
          const use = used(box as Partial<ReadWidget>, { A: text })
          const page: ReadDocument = { width: 1920, height: 1080, widgets: [use] }
          const parts = new Map([['tag', one as ReadDocument]])
          const shown = expandedPage(page, WIDGET_FIELDS, parts)
          const free = { ...page, widgets: expandedUse(use, one as ReadDocument, WIDGET_FIELDS) }
          expect(
            expandedPage(free, WIDGET_FIELDS, parts).widgets.map(({ zIndex: _, ...rest }) => rest),
          ).toEqual(shown.widgets.map(({ zIndex: _, ...rest }) => rest))
          for (const { x, y, width, height, use: none } of shown.widgets) {
            expect([x, y, width, height].every(Number.isInteger)).toBe(true)
            expect(Math.min(width, height)).toBeGreaterThanOrEqual(1)
            expect(none).toBeUndefined()
          }
          expect(new Set(shown.widgets.map(({ id }) => id)).size).toBe(one.widgets.length)
        },
      ),
      { numRuns: 300 },
    )
  })
})
