import type { Field } from '@vitrine/contract/fields/field'
import { checkValues, defaultsOf } from '@vitrine/contract/fields/values'
import { describe, expect, it } from 'vitest'
import { DEFINITIONS, definitionOf, WIDGET_FIELDS, WIDGET_TYPES, type WidgetType } from './definitions.ts'
import { RENDERERS } from './renderers.ts'

const font = (parts = {}) => ({
  isBold: false,
  isItalic: false,
  alignment: 'left',
  font: 'Arial',
  size: 14,
  ...parts,
})
const sentence = (isBold: boolean) => ({ text: '', isBold, isItalic: false, size: 20 })

/** The specification's table: size, and every field with its kind and default; `none` if it specifies no default. */
const none = Symbol('none')
interface SpecifiedWidget {
  size: string
  fields: Record<string, [Field['type'], unknown]>
}
/** Widget types that a decision added to the specification's sixteen. */
const ADDED_TYPES: readonly WidgetType[] = []
const TABLE: Readonly<Record<string, SpecifiedWidget>> = {
  'media-looper': {
    size: '150x150',
    fields: {
      interval: ['textbox', 5],
      muteVideo: ['checkbox', true],
      // Beyond the specification.
      captions: ['checkbox', true],
      fit: ['lookup', 'contain'],
      media: ['media-zone', none],
      actions: ['actions', none],
    },
  },
  'date-time': {
    size: '240x80',
    fields: {
      timeColor: ['colorPicker', 'white'],
      timeZone: ['lookup', 'Etc/GMT-2'],
      // Beyond the specification.
      hours: ['lookup', none],
      seconds: ['checkbox', none],
      dateForm: ['lookup', none],
      fontSettings: ['font-settings', none],
    },
  },
  prayer: {
    size: '320x150',
    fields: {
      prayerCalcMethod: ['lookup', 5],
      // Beyond the specification.
      prayerAsr: ['lookup', 'standard'],
      prayerLocation: ['lookup', 'cairo'],
      prayerColor: ['colorPicker', 'white'],
      // Beyond the specification.
      fontSettings: ['font-settings', none],
      prayerFajrMinutes: ['textbox', 0],
      prayerSunriseMinutes: ['textbox', 0],
      prayerDhuhrMinutes: ['textbox', 0],
      prayerAsrMinutes: ['textbox', 0],
      prayerMaghribMinutes: ['textbox', 0],
      prayerIshaMinutes: ['textbox', 0],
    },
  },
  weather: {
    size: '240x120',
    fields: {
      weatherColor: ['colorPicker', 'white'],
      // Beyond the specification.
      fontSettings: ['font-settings', none],
      weatherLocation: ['lookup', 'cairo'],
    },
  },
  ticker: {
    size: '320x60',
    fields: {
      tickerSentence1: ['cellData', sentence(true)],
      tickerSentence2: ['cellData', sentence(true)],
      tickerSentence3: ['cellData', sentence(false)],
      tickerBgColor: ['colorPicker', 'black'],
      // Beyond the specification.
      fontSettings: ['font-settings', none],
      tickerSpacing: ['lookup', 3],
      tickerColor: ['colorPicker', 'white'],
    },
  },
  rss: {
    size: '320x150',
    fields: {
      backgroundColor: ['colorPicker', 'white'],
      color: ['colorPicker', 'black'],
      // Beyond the specification.
      fontSettings: ['font-settings', none],
      media: ['attachment', none],
      rssURL: ['textbox', none],
    },
  },
  text: {
    size: '320x150',
    fields: {
      fontSettings: ['font-settings', font()],
      color: ['colorPicker', none],
      text: ['textbox', none],
      // Beyond the specification.
      code: ['textbox', none],
      rows: ['group', none],
      source: ['lookup', none],
      rules: ['row-rules', none],
      priceColor: ['colorPicker', none],
    },
  },
  'sticky-note': {
    size: '240x280',
    fields: {
      fontSettings: ['font-settings', font()],
      text: ['textbox', none],
      colorSwatches: ['color-swatches', '#f5cc76'],
      // Beyond the specification.
      shadowOutside: ['checkbox', none],
    },
  },
  button: {
    size: '120x60',
    fields: {
      fontSettings: ['font-settings', font({ isBold: true, alignment: 'center' })],
      label: ['textbox', none],
      color: ['colorPicker', none],
      background: ['colorPicker', none],
      shadow: ['checkbox', true],
      // Beyond the specification.
      secondLine: ['textbox', none],
      badge: ['textbox', none],
      icon: ['textbox', none],
      iconPlace: ['lookup', none],
      picture: ['attachment', none],
      shadowOutside: ['checkbox', none],
      outline: ['checkbox', false],
      actions: ['actions', none],
    },
  },
  comment: { size: '240x120', fields: { text: ['textbox', none] } },
  dropdown: {
    size: '200x50',
    fields: {
      background: ['colorPicker', none],
      color: ['colorPicker', none],
      fontSettings: ['font-settings', none],
      label: ['textbox', none],
      options: ['group', none],
    },
  },
  link: {
    size: '120x40',
    fields: {
      fontSettings: ['font-settings', font()],
      color: ['colorPicker', '#1976d2'],
      label: ['textbox', none],
      linkURL: ['textbox', none],
      // Beyond the specification.
      code: ['lookup', 'large'],
    },
  },
  rating: { size: '160x40', fields: { color: ['colorPicker', none] } },
  radio: {
    size: '160x100',
    fields: {
      fontSettings: ['font-settings', none],
      color: ['colorPicker', none],
      label: ['textbox', none],
      direction: ['radio', none],
      options: ['group', none],
    },
  },
  checkbox: {
    size: '160x100',
    fields: {
      fontSettings: ['font-settings', none],
      color: ['colorPicker', none],
      label: ['textbox', none],
      direction: ['radio', none],
      options: ['group', none],
    },
  },
  tag: {
    size: '100x40',
    fields: {
      background: ['colorPicker', none],
      color: ['colorPicker', none],
      fontSettings: ['font-settings', none],
      label: ['textbox', none],
      // Beyond the specification.
      drawing: ['lookup', none],
      icon: ['textbox', none],
      outline: ['textbox', none],
      secondColor: ['colorPicker', none],
    },
  },
}

const TYPES: readonly (readonly [row: string, type: WidgetType, label: string])[] = [
  ['W-001', 'media-looper', 'Media Zone'],
  ['W-002', 'date-time', 'Date and time'],
  ['W-003', 'prayer', 'Prayer times'],
  ['W-004', 'weather', 'Weather'],
  ['W-005', 'ticker', 'Ticker'],
  ['W-006', 'rss', 'RSS'],
  ['W-007', 'text', 'Text'],
  ['W-008', 'sticky-note', 'Sticky note'],
  ['W-009', 'button', 'Button'],
  ['W-010', 'comment', 'Comment'],
  ['W-011', 'dropdown', 'Dropdown'],
  ['W-012', 'link', 'Link'],
  ['W-013', 'rating', 'Rating'],
  ['W-014', 'radio', 'Radio'],
  ['W-015', 'checkbox', 'Checkbox'],
  ['W-016', 'tag', 'Tag'],
]

const SPECIFIED = WIDGET_TYPES.filter((type) => !ADDED_TYPES.includes(type))

describe('widget types', () => {
  it.each(TYPES)('%s: %s is shown as %s and drawn', (_row, type, label) => {
    expect(definitionOf(type)).toMatchObject({ type, label })
    expect(RENDERERS[type]).toBeTypeOf('function')
  })
  it('W-017: are exactly these sixteen', () => {
    expect(SPECIFIED).toEqual(TYPES.map(([, type]) => type))
    expect(Object.keys(TABLE)).toEqual(SPECIFIED)
    expect(SPECIFIED).toHaveLength(16)
    expect(Object.keys(RENDERERS)).toEqual(WIDGET_TYPES)
    expect([definitionOf('hologram'), definitionOf('constructor')]).toEqual([undefined, undefined])
  })
})

const fieldsOf = (type: WidgetType): Record<string, Field> => WIDGET_FIELDS[type] ?? {}
const defaultIn = (type: WidgetType, name: string) => defaultsOf(fieldsOf(type))[name]
const describedDefaults = (type: WidgetType) =>
  Object.entries(fieldsOf(type)).filter(([, field]) => 'default' in field)
const itemOf = (type: WidgetType) => {
  const { options } = fieldsOf(type)
  return options?.type === 'group' ? Object.keys(options.item) : []
}

/** A type's field with the default of a new widget. */
const DEFAULTS: readonly (readonly [row: string, type: WidgetType, field: string, value: unknown])[] = [
  ['W-019', 'date-time', 'timeColor', 'white'],
  ['W-020', 'date-time', 'timeZone', 'Etc/GMT-2'],
  ['W-021', 'media-looper', 'interval', 5],
  ['W-022', 'media-looper', 'muteVideo', true],
  ['W-023', 'media-looper', 'media', []],
  ['W-024', 'media-looper', 'actions', []],
  ['W-025', 'prayer', 'prayerCalcMethod', 5],
  ['W-026', 'prayer', 'prayerLocation', 'cairo'],
  ['W-027', 'prayer', 'prayerColor', 'white'],
  ['W-028', 'rss', 'backgroundColor', 'white'],
  ['W-029', 'rss', 'color', 'black'],
  ['W-030', 'rss', 'media', []],
  ['W-031', 'rss', 'rssURL', ''],
  ['W-033', 'ticker', 'tickerSentence3', sentence(false)],
  ['W-034', 'ticker', 'tickerSentence1', sentence(true)],
  ['W-034', 'ticker', 'tickerSentence2', sentence(true)],
  ['W-035', 'ticker', 'tickerBgColor', 'black'],
  ['W-036', 'ticker', 'tickerSpacing', 3],
  ['W-037', 'ticker', 'tickerColor', 'white'],
  ['W-038', 'weather', 'weatherColor', 'white'],
  ['W-039', 'weather', 'weatherLocation', 'cairo'],
  ['W-041', 'text', 'fontSettings', font()],
  ['W-043', 'sticky-note', 'fontSettings', font()],
  ['W-043', 'sticky-note', 'colorSwatches', '#f5cc76'],
  ['W-048', 'button', 'shadow', true],
  ['W-049', 'button', 'outline', false],
  ['W-050', 'button', 'actions', []],
]

/** All fields of a type, and those with a specified default. */
const FIELDS: readonly (readonly [row: string, type: WidgetType, fields: string[], withDefault: string[]])[] =
  [
    ['W-040', 'text', ['fontSettings', 'color', 'text'], ['fontSettings']],
    ['W-042', 'sticky-note', ['fontSettings', 'text', 'colorSwatches'], ['fontSettings', 'colorSwatches']],
    [
      'W-044',
      'button',
      ['fontSettings', 'label', 'color', 'background', 'shadow', 'outline', 'actions'],
      ['fontSettings', 'shadow', 'outline'],
    ],
    ['W-051', 'comment', ['text'], []],
    ['W-052', 'dropdown', ['background', 'color', 'fontSettings', 'label', 'options'], []],
    ['W-054', 'checkbox', ['fontSettings', 'color', 'label', 'direction', 'options'], []],
    ['W-055', 'radio', ['fontSettings', 'color', 'label', 'direction', 'options'], []],
    ['W-056', 'tag', ['background', 'color', 'fontSettings', 'label'], []],
    ['W-057', 'rating', ['color'], []],
  ]

/** Fields beyond the specification. */
const BEYOND: { readonly [T in WidgetType]?: readonly string[] } = {
  button: ['secondLine', 'badge', 'icon', 'iconPlace', 'picture', 'shadowOutside'],
  'sticky-note': ['shadowOutside'],
  tag: ['drawing', 'icon', 'outline', 'secondColor'],
  text: ['code', 'rows', 'source', 'rules', 'priceColor'],
}

describe('settings', () => {
  it.each(Object.entries(TABLE))(
    'of a %s are the specified fields, kinds and defaults',
    (type, { fields }) => {
      const found = Object.entries(fieldsOf(type as WidgetType)).map(([name, field]) => [
        name,
        [field.type, 'default' in field ? field.default : none],
      ])
      expect(Object.fromEntries(found)).toEqual(fields)
    },
  )
  it.each(DEFAULTS)('%s: a new %s has its %s', (_row, type, name, value) => {
    expect(defaultIn(type, name)).toStrictEqual(value)
  })
  it.each(FIELDS)('%s: a %s has exactly %j', (_row, type, names, withDefault) => {
    const specified = Object.keys(fieldsOf(type)).filter((name) => !BEYOND[type]?.includes(name))
    expect(specified).toEqual(names)
    expect(describedDefaults(type).map(([name]) => name)).toEqual(withDefault)
  })
  it('W-020: a new date-time has the zone GMT+2', () => {
    const zone = fieldsOf('date-time').timeZone
    const options = zone?.type === 'lookup' ? (zone.options ?? []) : []
    expect(options.find(({ value }) => value === 'Etc/GMT-2')?.label).toBe('GMT+2')
  })
  it('W-023: a media zone accepts up to 30 files', () => {
    expect(checkZone(0)).toEqual({})
    expect(checkZone(30)).toEqual({})
    expect(checkZone(31)).toEqual({ media: 'at_most_files|30' })
  })
  it('W-030: a feed accepts one picture', () => {
    const check = (count: number) => {
      const media = Array.from({ length: count }, (_, index) => ({ mediaId: `m${index}` }))
      return checkValues(fieldsOf('rss'), { ...defaultsOf(fieldsOf('rss')), media })
    }
    expect([check(1), check(2)]).toEqual([{}, { media: 'at_most_files|1' }])
  })
  it('W-033: a ticker has three sentences', () => {
    const names = Object.keys(fieldsOf('ticker')).filter((name) => name.startsWith('tickerSentence'))
    expect(names).toEqual(['tickerSentence1', 'tickerSentence2', 'tickerSentence3'])
  })
  it.each([
    ['W-045', 'size', 14],
    ['W-046', 'alignment', 'center'],
    ['W-047', 'isBold', true],
  ])('%s: a new button has the specified %s', (_row, part, value) => {
    expect(defaultIn('button', 'fontSettings')).toMatchObject({ [part]: value })
  })
  it('W-053: an option of a dropdown has a label and actions', () => {
    expect(itemOf('dropdown')).toEqual(['label', 'actions'])
  })
  it.each([
    ['W-054', 'checkbox'],
    ['W-055', 'radio'],
  ] as const)('%s: an option of a %s has a label and a value', (_row, type) => {
    expect(itemOf(type)).toEqual(['label', 'value'])
  })
})

const checkZone = (count: number) => {
  const fields = DEFINITIONS['media-looper'].fields
  const media = Array(count).fill({ mediaId: 'm1', duration: 0 })
  return checkValues(fields, { ...defaultsOf(fields), media })
}

describe('sizes', () => {
  const sizeOf = (type: WidgetType) => DEFINITIONS[type].size
  it.each([
    ['W-065', 'media-looper', 150, 150],
    ['W-066', 'text', 320, 150],
    ['W-067', 'sticky-note', 240, 280],
    ['W-068', 'button', 120, 60],
  ] as const)('%s: a new %s is %i by %i', (_row, type, width, height) => {
    expect(sizeOf(type)).toEqual({ width, height })
  })
  it.each(SPECIFIED)('W-063: a %s has a size', (type) => {
    const { width, height } = sizeOf(type)
    expect(`${width}x${height}`).toBe(TABLE[type]?.size)
  })
  it('W-064: the smallest is 100x40 and the largest 320x150, except for the note', () => {
    const sizes = SPECIFIED.filter((type) => type !== 'sticky-note').map(sizeOf)
    expect(Math.min(...sizes.map(({ width }) => width))).toBe(100)
    expect(Math.max(...sizes.map(({ width }) => width))).toBe(320)
    expect(Math.min(...sizes.map(({ height }) => height))).toBe(40)
    expect(Math.max(...sizes.map(({ height }) => height))).toBe(150)
  })
  const GIVEN: readonly WidgetType[] = ['media-looper', 'text', 'sticky-note', 'button']
  it.each(SPECIFIED.filter((type) => !GIVEN.includes(type)))('W-069: the size of a %s is between', (type) => {
    const { width, height } = sizeOf(type)
    expect([width >= 100, width <= 320, height >= 40, height <= 150]).toEqual([true, true, true, true])
  })
})
