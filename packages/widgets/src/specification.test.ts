import { contrastText } from '@vitrine/contract/fields/colour'
import type { Field } from '@vitrine/contract/fields/field'
import { checkValues, defaultsOf, readValues } from '@vitrine/contract/fields/values'
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

/** The specification's table: size, and every field with its kind and default; `none` where it gives no default. */
const none = Symbol('none')
const TABLE: { [T in WidgetType]: { size: string; fields: Record<string, [Field['type'], unknown]> } } = {
  'media-looper': {
    size: '150x150',
    fields: {
      interval: ['textbox', 5],
      muteVideo: ['checkbox', true],
      media: ['media-zone', none],
      actions: ['actions', none],
    },
  },
  'date-time': {
    size: '240x80',
    fields: { timeColor: ['colorPicker', 'white'], timeZone: ['lookup', 'Etc/GMT-2'] },
  },
  prayer: {
    size: '320x150',
    fields: {
      prayerCalcMethod: ['lookup', 5],
      prayerLocation: ['lookup', 'cairo'],
      prayerColor: ['colorPicker', 'white'],
    },
  },
  weather: {
    size: '240x120',
    fields: { weatherColor: ['colorPicker', 'white'], weatherLocation: ['lookup', 'cairo'] },
  },
  ticker: {
    size: '320x60',
    fields: {
      tickerSentence1: ['cellData', sentence(true)],
      tickerSentence2: ['cellData', sentence(true)],
      tickerSentence3: ['cellData', sentence(false)],
      tickerBgColor: ['colorPicker', 'black'],
      tickerSpacing: ['lookup', 3],
      tickerColor: ['colorPicker', 'white'],
    },
  },
  rss: {
    size: '320x150',
    fields: {
      backgroundColor: ['colorPicker', 'white'],
      color: ['colorPicker', 'black'],
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
    },
  },
  'sticky-note': {
    size: '240x280',
    fields: {
      fontSettings: ['font-settings', font()],
      text: ['textbox', none],
      colorSwatches: ['color-swatches', '#f5cc76'],
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
    },
  },
}

it('W-001…W-017 there are the sixteen widget types, each with a renderer', () => {
  expect(WIDGET_TYPES).toEqual([
    'media-looper',
    'date-time',
    'prayer',
    'weather',
    'ticker',
    'rss',
    'text',
    'sticky-note',
    'button',
    'comment',
    'dropdown',
    'link',
    'rating',
    'radio',
    'checkbox',
    'tag',
  ])
  expect(Object.keys(RENDERERS)).toEqual(WIDGET_TYPES)
  for (const type of WIDGET_TYPES) expect(DEFINITIONS[type].type).toBe(type)
  expect(definitionOf('media-looper')?.label).toBe('Media Zone')
  expect([definitionOf('hologram'), definitionOf('constructor')]).toEqual([undefined, undefined])
})

describe.each(Object.entries(TABLE))('W-019…W-057 %s', (type, { size, fields }) => {
  const described = WIDGET_FIELDS[type] ?? {}

  it('has exactly the specified fields, kinds and defaults', () => {
    const found = Object.entries(described).map(([name, field]) => [
      name,
      [field.type, 'default' in field ? field.default : none],
    ])
    expect(Object.fromEntries(found)).toEqual(fields)
  })

  it('W-063…W-069 has the specified size', () => {
    const { width, height } = definitionOf(type)?.size ?? {}
    expect(`${width}x${height}`).toBe(size)
  })
})

it('W-064 sizes lie between 100x40 and 320x150, but for the note', () => {
  for (const type of WIDGET_TYPES.filter((name) => name !== 'sticky-note')) {
    const { width, height } = DEFINITIONS[type].size
    expect([width >= 100, width <= 320, height >= 40, height <= 150], type).toEqual(Array(4).fill(true))
  }
})

describe('lists of choices', () => {
  const choices = (type: WidgetType, field: string) => {
    const described: Field | undefined = WIDGET_FIELDS[type]?.[field]
    return described?.type === 'lookup' ? (described.options ?? []) : []
  }

  it('time zones are GMT-12 to GMT+12 with the inverted sign, other zones and spellings are read', () => {
    const zones = choices('date-time', 'timeZone')
    expect(zones).toHaveLength(25)
    expect(zones.find(({ label }) => label === 'GMT+2')?.value).toBe('Etc/GMT-2')
    expect(zones.find(({ label }) => label === 'GMT-12')?.value).toBe('Etc/GMT+12')
    expect(zones.find(({ label }) => label === 'GMT+0')?.value).toBe('Etc/GMT')
    const fields = DEFINITIONS['date-time'].fields
    for (const timeZone of ['Etc/GMT-0', 'Africa/Cairo']) {
      const values = readValues(fields, { timeZone })
      expect([values.timeZone, checkValues(fields, values)]).toEqual([timeZone, {}])
    }
  })

  it('prayer methods are 0 to 14 without 6, numbers, 5 first', () => {
    const values = choices('prayer', 'prayerCalcMethod').map(({ value }) => value)
    expect(values[0]).toBe(5)
    expect([...values].sort((a, b) => Number(a) - Number(b))).toEqual([
      0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14,
    ])
    expect(readValues(DEFINITIONS.prayer.fields, { prayerCalcMethod: '7' }).prayerCalcMethod).toBe(7)
    expect(readValues(DEFINITIONS.prayer.fields, { prayerCalcMethod: 6 }).prayerCalcMethod).toBe(5)
  })

  it('ticker spacing is 0 to 9', () => {
    expect(choices('ticker', 'tickerSpacing').map(({ value }) => value)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ])
  })

  it('there are five papers, all light', () => {
    const papers = DEFINITIONS['sticky-note'].fields.colorSwatches.options
    expect(papers).toHaveLength(5)
    expect(papers.map(contrastText)).toEqual(Array(5).fill('black'))
  })
})

describe('limits', () => {
  it('a media zone takes 30 entries and needs none, the feed’s picture is one', () => {
    const zone = DEFINITIONS['media-looper'].fields
    const media = (count: number) => ({
      ...defaultsOf(zone),
      media: Array(count).fill({ mediaId: 'm1', duration: 0 }),
    })
    expect(checkValues(zone, media(30))).toEqual({})
    expect(checkValues(zone, media(31))).toEqual({ media: 'at_most_files|30' })
    const rss = DEFINITIONS.rss.fields
    expect(checkValues(rss, { ...defaultsOf(rss), media: [{ mediaId: 'a' }, { mediaId: 'b' }] })).toEqual({
      media: 'at_most_files|1',
    })
  })

  it('an interval is a number of seconds, 1 to 3600', () => {
    const fields = DEFINITIONS['media-looper'].fields
    const check = (interval: unknown) => checkValues(fields, { ...defaultsOf(fields), interval })
    expect([check(0), check(3601), check('x'), check('')]).toEqual([
      { interval: 'min_value|1' },
      { interval: 'max_value|3600' },
      { interval: 'numeric' },
      { interval: 'required' },
    ])
  })

  it('V-042 V-043 only backgrounds may be empty or see-through; colours of text may not', () => {
    const grounds = ['tag.background', 'dropdown.background', 'button.background', 'ticker.tickerBgColor']
    for (const type of WIDGET_TYPES)
      for (const [name, field] of Object.entries<Field>(DEFINITIONS[type].fields)) {
        if (field.type !== 'colorPicker') continue
        const free = grounds.includes(`${type}.${name}`)
        expect([field.allowTransparent === true, field.allowEmpty === true], `${type}.${name}`).toEqual([
          free,
          free,
        ])
      }
  })

  it('addresses of feeds and links are web addresses', () => {
    for (const [type, field] of [
      ['rss', 'rssURL'],
      ['link', 'linkURL'],
    ] as const) {
      const fields = WIDGET_FIELDS[type] ?? {}
      const check = (url: string) => checkValues(fields, { ...defaultsOf(fields), [field]: url })
      expect([check(''), check('https://example.org/a?b=c#d'), check('example.org')]).toEqual([{}, {}, {}])
      for (const evil of [
        'javascript:alert(1)',
        'data:text/html,x',
        'vbscript:x',
        '//evil',
        'not an address',
      ])
        expect(check(evil), evil).toEqual({ [field]: 'url' })
    }
  })
})
