import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Layout, LayoutInput } from '#api/content/layouts.ts'
import { LayoutDocument } from '#api/content/page-document.ts'
import { newAction } from '#fields/actions.ts'
import {
  checkDocument,
  copyWidgets,
  type FieldsByType,
  isTransform,
  mediaInDocument,
  NO_DOCUMENT,
  newWidget,
  type ReadDocument,
  readDocument,
  readTransform,
  writeDocument,
  writeTransform,
  zoneEntries,
} from './layout-document.ts'

const TYPES: FieldsByType = {
  zone: {
    interval: { type: 'textbox', format: 'numeric', label: 'Interval', default: 5, min: 1, max: 3600 },
    media: { type: 'media-zone', label: 'Media' },
  },
  button: { label: { type: 'textbox', label: 'Label' }, actions: { type: 'actions', label: 'Actions' } },
  dropdown: {
    options: { type: 'group', label: 'Options', item: { actions: { type: 'actions', label: 'Actions' } } },
  },
}
const box = { name: 'A', zIndex: 1, width: 150, height: 150, transform: 'translate(10px, 20px)' }
const load = (mediaZoneId: string, mediaOrder = 0, layoutId = '') => ({
  ...newAction('LAYOUT'),
  verb: 'LOAD_MEDIA_BY_ORDER',
  props: { layoutId, layoutName: '', mediaZoneId, mediaOrder },
})
const DOCUMENT: LayoutDocument = {
  width: 1920,
  height: 1080,
  widgets: [
    { ...box, id: 'w-1', type: 'zone' },
    { ...box, id: 'w-1-2', type: 'button', zIndex: 2, locked: true },
    { ...box, id: 'w9', type: 'hologram', zIndex: 3 },
  ],
  config: {
    inputs: [
      { name: 'w-1-interval', value: '7' },
      {
        name: 'w-1-media',
        value: [
          { mediaId: 'm1', duration: -1 },
          { mediaId: 'm1', duration: 0 },
          { mediaId: 'm2', duration: 0 },
        ],
      },
      { name: 'w-1-2-label', kind: 'textbox', value: 'Next' },
      { name: 'w-1-2-actions', value: { mediaZone: 'w-1', action: 'go-to-slide', order: 1 } },
      { name: 'w-1-2-glow', value: 'blue' },
      { name: 'w9-depth', kind: 'slider', value: 3 },
      { name: 'nobody-label', value: 'lost' },
    ],
  },
}
const settingsOf = (document: ReadDocument, id: string) =>
  document.widgets.find((widget) => widget.id === id)?.settings

describe('the document', () => {
  const LAYOUT = {
    ...DOCUMENT,
    id: 'y1',
    name: 'Lobby',
    thumbnailId: null,
    madeFor: null,
    organizationId: 'o1',
    version: 1,
    createdAt: '',
    updatedAt: '',
  }
  it.each(['id', 'name', 'width', 'height', 'type', 'widgets', 'config'])(
    'L-001: a layout has its %s',
    (field) => {
      const layout: Record<string, unknown> = { ...LAYOUT, type: 'designed' }
      expect(Layout.parse(layout)).toHaveProperty(field, layout[field])
      delete layout[field]
      expect(Layout.safeParse(layout).success).toBe(false)
    },
  )
  it('L-002: a layout is designed by default, and never anything else', () => {
    expect(Layout.safeParse({ ...LAYOUT, type: 'designed', config: {} }).success).toBe(false)
  })
  it('L-002: a layout is designed where nothing else is said, and never anything else', () => {
    const sent = { ...NO_DOCUMENT, name: 'Lobby' }
    expect(LayoutInput.parse(sent).type).toBe('designed')
    expect(LayoutInput.safeParse({ ...sent, type: 'other' }).success).toBe(false)
  })
  it.each(['id', 'type', 'name', 'zIndex'])('L-003: a widget has its %s', (field) => {
    const widget: Record<string, unknown> = { ...box, id: 'w1', type: 'zone' }
    const document = (one: object) => LayoutDocument.safeParse({ ...NO_DOCUMENT, widgets: [one] })
    expect(document(widget).data?.widgets[0]).toHaveProperty(field, widget[field])
    delete widget[field]
    expect(document(widget).success).toBe(false)
  })
  it.each(['width', 'height', 'transform', 'zIndex'])('L-005: a widget keeps its %s', (field) => {
    const widget = {
      ...box,
      id: 'w1',
      type: 'zone',
      width: 333,
      height: 222,
      transform: 'translate(7px, 9px)',
      zIndex: 4,
    }
    const { widgets } = writeDocument(readDocument({ ...NO_DOCUMENT, widgets: [widget] }, TYPES), TYPES)
    expect(widgets[0]).toHaveProperty(field, widget[field as keyof typeof widget])
  })
  it('L-004, W-018: the name of every input begins with the id of its widget', () => {
    const read = readDocument(DOCUMENT, TYPES)
    const { widgets, config } = writeDocument(read, TYPES)
    const ids = widgets.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(config.inputs.length).toBeGreaterThan(3)
    for (const { name } of config.inputs)
      expect(
        ids.some((id) => name.startsWith(`${id}-`)),
        name,
      ).toBe(true)
  })

  it('passes its own schema, and an empty one does', () => {
    expect(LayoutDocument.parse(DOCUMENT)).toEqual(DOCUMENT)
    expect(LayoutDocument.parse(NO_DOCUMENT)).toEqual(NO_DOCUMENT)
  })

  it.each([
    [
      'too many widgets',
      { widgets: Array.from({ length: 501 }, (_, n) => ({ ...box, id: `w${n}`, type: 'zone' })) },
    ],
    ['an id twice', { widgets: [1, 2].map(() => ({ ...box, id: 'w1', type: 'zone' })) }],
    ['an input twice', { config: { inputs: [1, 2].map(() => ({ name: 'w1-a', value: 1 })) } }],
    ['no number', { widgets: [{ ...box, id: 'w1', type: 'zone', width: Number.NaN }] }],
    ['no size', { widgets: [{ ...box, id: 'w1', type: 'zone', height: 0 }] }],
    ['other CSS', { widgets: [{ ...box, id: 'w1', type: 'zone', transform: 'url(x)' }] }],
    ['an id that is a path', { widgets: [{ ...box, id: '../x', type: 'zone' }] }],
    ['a page without end', { width: 1_000_000 }],
    ['a background that is no colour', { config: { inputs: [], background: 'url(http://x)' } }],
    ['half a pixel of page', { width: 100.5 }],
  ])('is refused with %s', (_what, part) => {
    expect(LayoutDocument.safeParse({ ...NO_DOCUMENT, ...part }).success).toBe(false)
  })

  it('is read: places, settings by widget, older values, unknown types and inputs kept', () => {
    const read = readDocument(DOCUMENT, TYPES)
    expect(read.widgets[0]).toMatchObject({ id: 'w-1', x: 10, y: 20, known: true })
    expect(settingsOf(read, 'w-1')).toMatchObject({ interval: 7 })
    expect(settingsOf(read, 'w-1-2')).toEqual({ label: 'Next', actions: [load('w-1', 1)] })
    expect(read.widgets[1]).toMatchObject({ locked: true, extra: { glow: { value: 'blue' } } })
    expect(read.widgets[2]).toMatchObject({
      known: false,
      settings: {},
      extra: { depth: { kind: 'slider', value: 3 } },
    })
    expect(zoneEntries(read.widgets[0] as ReadDocument['widgets'][number], TYPES)).toHaveLength(3)
    expect(mediaInDocument(read, TYPES)).toEqual(['m1', 'm2'])
  })

  it('is written with every field, each input named by its widget', () => {
    const written = writeDocument(readDocument(DOCUMENT, TYPES), TYPES)
    expect(LayoutDocument.parse(written)).toEqual(written)
    expect(written.widgets[0]).toEqual({ ...box, id: 'w-1', type: 'zone' })
    expect(written.config.inputs.map(({ name, kind }) => [name, kind])).toEqual([
      ['w-1-interval', 'textbox'],
      ['w-1-media', 'media-zone'],
      ['w-1-2-label', 'textbox'],
      ['w-1-2-actions', 'actions'],
      ['w-1-2-glow', undefined],
      ['w9-depth', 'slider'],
    ])
    expect(JSON.stringify(written)).not.toContain('go-to-slide')
  })

  it('keeps its bytes through reading and writing', () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom<unknown>('5', [{ mediaId: 'm1', duration: 5 }], [load('w1')]),
    )
    const document = fc
      .array(
        fc.record({
          type: fc.constantFrom('zone', 'button', 'dropdown', 'hologram'),
          x: fc.integer({ min: -5000, max: 5000 }),
          y: fc.double({ min: -100, max: 100, noNaN: true }).map((n) => Math.round(n * 100) / 100),
          values: fc.dictionary(
            fc.constantFrom('interval', 'media', 'label', 'actions', 'options', 'odd-one'),
            value,
          ),
        }),
        { maxLength: 6 },
      )
      .map(
        (widgets): LayoutDocument => ({
          ...NO_DOCUMENT,
          widgets: widgets.map(({ type, x, y }, n) => ({
            ...box,
            id: `w${n}`,
            type,
            transform: `translate(${x}px, ${y}px)`,
          })),
          config: {
            inputs: widgets.flatMap(({ values }, n) =>
              Object.entries(values).map(([field, stored]) => ({ name: `w${n}-${field}`, value: stored })),
            ),
          },
        }),
      )
    fc.assert(
      fc.property(document, (document) => {
        const stored = JSON.parse(JSON.stringify(document))
        const once = JSON.stringify(writeDocument(readDocument(stored, TYPES), TYPES))
        const again = writeDocument(readDocument(LayoutDocument.parse(JSON.parse(once)), TYPES), TYPES)
        expect(JSON.stringify(again)).toBe(once)
      }),
    )
  })
})

it.each([
  ['translate(10px, 20px)', { x: 10, y: 20 }],
  ['translate(-3.5px,0px)', { x: -3.5, y: 0 }],
  [' translate( 7px ) ', { x: 7, y: 0 }],
  ['translate(0, 0)', { x: 0, y: 0 }],
  ['matrix(1,0,0,1,5,5)', { x: 0, y: 0 }],
])('the transform %s means %j', (transform, place) => expect(readTransform(transform)).toEqual(place))

it.each(['9'.repeat(80), `-${'9'.repeat(80)}`, '0.0000001', '-0.0000001'])(
  'a page with a corner at %s can be saved again',
  (at) => {
    const { x, y } = readTransform(`translate(${at}px, 0px)`)
    expect(isTransform(writeTransform(x, y))).toBe(true)
  },
)

describe('checking a document', () => {
  const withButton = (action: unknown, media: unknown[] = []) =>
    readDocument(
      {
        ...DOCUMENT,
        config: {
          inputs: [
            { name: 'w-1-media', value: media },
            { name: 'w-1-2-actions', value: [action] },
          ],
        },
      },
      TYPES,
    )
  it('names the input that is wrong', () => {
    const read = readDocument(DOCUMENT, TYPES)
    expect(checkDocument(read, TYPES)).toEqual({})
    const zone = {
      ...read.widgets[0],
      settings: { interval: 0, media: 'x' },
    } as ReadDocument['widgets'][number]
    expect(checkDocument({ ...read, widgets: [zone] }, TYPES)).toEqual({
      'w-1-interval': 'min_value|1',
      'w-1-media': 'list',
    })
    expect(checkDocument(withButton({ ...load('w-1'), props: {} }), TYPES)).toMatchObject({
      'w-1-2-actions.0.props.mediaZoneId': 'required',
    })
  })
  it('a medium by order needs a zone that has media', () => {
    expect(checkDocument(withButton(load('w-1')), TYPES)).toEqual({ 'w-1-2-actions': 'select_media' })
    expect(checkDocument(withButton(load('w-1'), [{ mediaId: 'm1', duration: 0 }]), TYPES)).toEqual({})
    expect(checkDocument(withButton(load('gone')), TYPES)).toEqual({})
    expect(checkDocument(withButton(load('w-1', 0, 'other-layout')), TYPES)).toEqual({})
  })
})

describe('copies', () => {
  it('have new ids, and actions among them name the copies', () => {
    const read = readDocument(DOCUMENT, TYPES)
    let n = 0
    const copies = copyWidgets(read.widgets, TYPES, () => `n${++n}`)
    expect(copies.map(({ id }) => id)).toEqual(['n1', 'n2', 'n3'])
    expect(copies[1]?.settings.actions).toEqual([load('n1', 1)])
    const names = writeDocument({ ...read, widgets: copies }, TYPES).config.inputs.map(({ name }) => name)
    expect(names.every((name) => /^n[123]-/.test(name))).toBe(true)
    expect(settingsOf(read, 'w-1-2')).toEqual({ label: 'Next', actions: [load('w-1', 1)] })
  })
  it('keep references to things outside, also inside groups', () => {
    const dropdown = (zone: string) => ({
      ...newWidget({ ...box, id: 'd', type: 'dropdown', x: 0, y: 0 }, TYPES),
      settings: { options: [{ actions: [load(zone), load('w-1', 0, 'elsewhere'), { verb: 'FLY' }] }] },
    })
    const zone = newWidget({ ...box, id: 'w-1', type: 'zone', x: 0, y: 0 }, TYPES)
    const [alone] = copyWidgets([dropdown('w-1')], TYPES, () => 'n1')
    expect(alone?.settings).toEqual(dropdown('w-1').settings)
    const [, both] = copyWidgets(
      [zone, dropdown('w-1')],
      TYPES,
      (() => {
        let n = 0
        return () => `n${++n}`
      })(),
    )
    expect(both?.settings).toEqual({
      options: [{ actions: [load('n1'), load('w-1', 0, 'elsewhere'), { verb: 'FLY' }] }],
    })
  })
})

it('a widget from the palette has the defaults of its type', () => {
  expect(newWidget({ ...box, id: 'w1', type: 'zone', x: 0, y: 0 }, TYPES)).toMatchObject({
    known: true,
    settings: { interval: 5, media: [] },
  })
})
