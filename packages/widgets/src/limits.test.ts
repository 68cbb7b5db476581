import { contrastText } from '@vitrine/contract/fields/color'
import type { Field } from '@vitrine/contract/fields/field'
import { checkValues, defaultsOf, readValues } from '@vitrine/contract/fields/values'
import { describe, expect, it } from 'vitest'
import { DEFINITIONS, WIDGET_FIELDS, WIDGET_TYPES, type WidgetType } from './definitions.ts'

describe('lists of choices', () => {
  const choices = (type: WidgetType, field: string) => {
    const described: Field | undefined = WIDGET_FIELDS[type]?.[field]
    return described?.type === 'lookup' ? (described.options ?? []) : []
  }

  it('time zones are GMT-12 to GMT+12 with the inverted sign; other zones and spellings are accepted', () => {
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

  it('a prayer method is read from text, and an unknown one becomes the default', () => {
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
  it('an interval is 1 to 3600 seconds', () => {
    const fields = DEFINITIONS['media-looper'].fields
    const check = (interval: unknown) => checkValues(fields, { ...defaultsOf(fields), interval })
    expect([check(0), check(3601), check('x'), check('')]).toEqual([
      { interval: 'min_value|1' },
      { interval: 'max_value|3600' },
      { interval: 'numeric' },
      { interval: 'required' },
    ])
  })

  const COLORS = WIDGET_TYPES.flatMap((type) =>
    Object.entries<Field>(DEFINITIONS[type].fields)
      .filter(([, field]) => field.type === 'colorPicker')
      .map(([name]) => ({ type, name })),
  )
  const GROUNDS = ['tag.background', 'dropdown.background', 'button.background', 'ticker.tickerBgColor']
  const takes = (type: WidgetType, name: string, value: string) => {
    const fields = WIDGET_FIELDS[type] ?? {}
    return !(name in checkValues(fields, { ...defaultsOf(fields), [name]: value }))
  }
  it.each(COLORS.map(({ type, name }) => [type, name] as const))(
    'V-042: %s.%s is see-through only if it is a background',
    (type, name) => {
      expect(takes(type, name, '#112233')).toBe(true)
      for (const value of ['transparent', '#11223344', 'rgba(1, 2, 3, 0.5)'])
        expect(takes(type, name, value), value).toBe(GROUNDS.includes(`${type}.${name}`))
    },
  )
  it.each(COLORS.map(({ type, name }) => [type, name] as const))(
    'V-043: %s.%s is empty only if it is a background or begins empty',
    (type, name) => {
      const begins = defaultsOf(WIDGET_FIELDS[type] ?? {})[name]
      expect(takes(type, name, '')).toBe(GROUNDS.includes(`${type}.${name}`) || begins === '')
    },
  )
  it.each(COLORS.map(({ type, name }) => [type, name] as const))('%s.%s can be a gradient', (type, name) => {
    expect(takes(type, name, 'linear-gradient(90deg, #ffffff 0%, #000000 100%)')).toBe(true)
    expect(takes(type, name, 'linear-gradient(90deg, #ffffff80 0%, #000000 100%)')).toBe(
      GROUNDS.includes(`${type}.${name}`),
    )
    for (const evil of [
      'linear-gradient(90deg, red, url(x))',
      'red;background:url(x)',
      'var(--x)',
      'image(x)',
    ])
      expect(takes(type, name, evil), evil).toBe(false)
  })
  it('V-043: most types have no optional color', () => {
    const free = COLORS.filter(({ type, name }) => takes(type, name, '')).map(({ type }) => type)
    const types = new Set(COLORS.map(({ type }) => type))
    for (const type of ['date-time', 'prayer', 'weather', 'rss', 'link'] as const) {
      expect(types).toContain(type)
      expect(free).not.toContain(type)
    }
  })

  it('feed and link addresses are web URLs', () => {
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
