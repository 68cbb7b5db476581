import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Fields } from '#api/base/fields.ts'
import { parseRule } from '#rules.ts'
import { contrastText, hexOf, parseColor } from './color.ts'
import { DURATIONS, defaultDuration } from './durations.ts'
import type { Field, FieldType, ValuesOf } from './field.ts'
import { FONT_SIZES } from './fonts.ts'
import { secondsOf } from './kinds/media-zone.ts'
import { FIELD_TYPES } from './kinds.ts'
import { checkValues, defaultOf, defaultsOf, isVisible, mediaIn, readValues, type Values } from './values.ts'

/** One or more fields of every kind, each with values its own check takes. */
const CASES: { [T in FieldType]: { field: Field; good: unknown[]; bad: unknown[] }[] } = {
  textbox: [
    { field: { type: 'textbox', label: 'Label', max: 5 }, good: ['', 'abc'], bad: [5, 'abcdef', null] },
    {
      field: { type: 'textbox', format: 'numeric', label: 'Interval', default: 5, min: 1, max: 3600 },
      good: [1, 5, 3600],
      bad: ['5', 0, 3601, Number.NaN, ''],
    },
    {
      field: { type: 'textbox', format: 'url', label: 'Link' },
      good: ['', 'https://example.org/a?b', 'example.org'],
      bad: ['nothing', 'javascript:alert(1)', 'data:text/html,x', '//evil'],
    },
  ],
  lookup: [
    {
      field: { type: 'lookup', label: 'Method', default: 5, options: [{ value: 5, label: 'Five' }] },
      good: [5],
      bad: ['5', 6, '', null],
    },
    {
      field: { type: 'lookup', label: 'City', lookup: 'cities', default: 'cairo' },
      good: ['cairo', 'oslo'],
      bad: ['', 7, 'x'.repeat(101)],
    },
  ],
  radio: [
    {
      field: { type: 'radio', label: 'Direction', options: [{ value: 'vertical', label: 'Vertical' }] },
      good: ['', 'vertical'],
      bad: ['sideways', 3],
    },
  ],
  attachment: [
    {
      field: { type: 'attachment', label: 'Picture' },
      good: [[], [{ mediaId: 'm1' }]],
      bad: ['m1', [{ mediaId: 'm1' }, { mediaId: 'm2' }], [{ mediaId: '../x' }], [null]],
    },
  ],
  'media-zone': [
    {
      field: { type: 'media-zone', label: 'Media', max: 2 },
      good: [
        [],
        [{ mediaId: 'm1', duration: -1 }],
        [{ mediaId: 'm1', duration: 15, fit: 'cover', focus: 'left top', screens: { anyTags: ['Bar'] } }],
      ],
      bad: [
        ...[
          ...[{}, { duration: -2 }, { duration: 0, fit: 'tile' }, { duration: 0, focus: 'url(x)' }],
          ...['Bar', ['Bar', '']].map((anyTags) => ({ duration: 0, screens: { anyTags } })),
          { duration: 0, screens: { anyTags: ['Bar'], noTags: ['bar'] } },
        ].map((rest) => [{ mediaId: 'm1', ...rest }]),
        Array(3).fill({ mediaId: 'm1', duration: 0 }),
      ],
    },
  ],
  cellData: [
    {
      field: { type: 'cellData', label: 'Sentence' },
      good: [1, 20, 1000].map((size) => ({ text: 'x', isBold: true, isItalic: false, size })),
      bad: [
        ...['x', { text: 'x' }, { text: 1, isBold: true, isItalic: false, size: 20 }],
        ...[0, 0.9, 1000.1, 1001, '20'].map((size) => ({ text: 'x', isBold: true, isItalic: false, size })),
      ],
    },
  ],
  colorPicker: [
    {
      field: { type: 'colorPicker', label: 'Color', default: 'white' },
      good: ['white', '#fff', '#a1b2c3', 'rgb(1, 2, 3)'],
      bad: ['', 'transparent', '#ffffff80', 'url(x)', 'red;background:url(x)', 5],
    },
    {
      field: {
        type: 'colorPicker',
        label: 'Ground',
        allowTransparent: true,
        allowEmpty: true,
        default: 'black',
      },
      good: ['', 'transparent', '#ffffff80', 'rgba(0,0,0,.5)'],
      bad: ['expression(1)'],
    },
  ],
  checkbox: [
    { field: { type: 'checkbox', label: 'Mute', default: true }, good: [true, false], bad: ['true', 1] },
  ],
  'font-settings': [
    {
      field: { type: 'font-settings', label: 'Text' },
      good: [1, 30, 1000].map((size) => ({
        ...{ isBold: true, isItalic: true, alignment: 'right', font: 'Georgia', size },
      })),
      bad: [
        { isBold: true },
        ...[0, 0.9, 1000.1, 1001, '30'].map((size) => ({
          ...{ isBold: true, isItalic: true, alignment: 'right', font: 'Georgia', size },
        })),
        { isBold: true, isItalic: true, alignment: 'start', font: 'Georgia', size: 30 },
      ],
    },
  ],
  'color-swatches': [
    {
      field: { type: 'color-swatches', label: 'Paper color', options: ['#f5cc76'], default: '#f5cc76' },
      good: ['#f5cc76', '#ffffff'],
      bad: ['', 'paper'],
    },
  ],
  actions: [
    {
      field: { type: 'actions', label: 'Actions' },
      good: [
        [],
        [{ event: 'CLICK_TOUCH', type: 'APPLICATION', verb: 'LOAD_NEXT_LAYOUT', target: '', props: {} }],
        [{ event: 'SHAKE', verb: 'OF_LATER_VERSIONS' }],
      ],
      bad: [
        'next',
        [{ event: 'CLICK_TOUCH', type: 'SYSTEM', verb: 'LOAD_STORYBOARD', target: '', props: {} }],
        Array(21).fill({}),
      ],
    },
  ],
  'row-rules': [
    {
      field: { type: 'row-rules', label: 'Rules', source: 'source' },
      good: [
        {},
        { limit: 5, sort: [{ column: 'Price', by: 'number', descending: true }] },
        { rules: [{ column: 'Sold out', by: 'text', operator: 'is', value: 'yes', look: { isDim: true } }] },
        { rules: [{ column: 'Day', by: 'date', operator: 'isNot', value: 'today', hide: true }] },
      ],
      bad: [
        ...[[], 'x', { limit: 0 }, { limit: 1.5 }, { limit: 1001 }, { sort: [{ column: '', by: 'text' }] }],
        { rules: Array(21).fill({ column: 'A', by: 'text', operator: 'filled', value: '' }) },
        { rules: [{ column: 'A', by: 'text', operator: 'is', value: 'x'.repeat(501) }] },
        { rules: [{ column: 'A', by: 'text', operator: 'is', value: '', look: { color: 'url(x)' } }] },
      ],
    },
  ],
  group: [
    {
      field: {
        type: 'group',
        label: 'Options',
        max: 2,
        item: { label: { type: 'textbox', label: 'Label', required: true } },
      },
      good: [[], [{ label: 'a' }, { label: 'b' }]],
      bad: ['a', [{ label: '' }], [{}], [null], Array(3).fill({ label: 'a' })],
    },
  ],
}
/** Rows of the checklist. Kinds beyond the specification have none. */
const ROWS: Partial<Record<FieldType, string>> = {
  textbox: 'I-001',
  lookup: 'I-002',
  radio: 'I-003',
  attachment: 'I-004',
  'media-zone': 'I-005',
  cellData: 'I-006',
  colorPicker: 'I-007',
  checkbox: 'I-008',
  'font-settings': 'I-009',
  'color-swatches': 'I-010',
  actions: 'I-011',
  group: 'I-012',
}
const ALL = FIELD_TYPES.flatMap((type) =>
  CASES[type].map((one, index) => ({ name: `${ROWS[type] ?? 'beyond'}: ${type} ${index}`, ...one })),
)
const FORM: Fields = Object.fromEntries(
  ALL.map(({ field }, index) => [`f${index}`, field.required ? { ...field, required: false } : field]),
)

/** Random values, and values of one kind in fields of another; passed through JSON, which has no -0. */
const STORED = fc
  .dictionary(
    fc.constantFrom(...Object.keys(FORM)),
    fc.oneof(fc.jsonValue(), fc.constantFrom(...ALL.flatMap(({ good, bad }) => [...good, ...bad]))),
  )
  .map((values) => JSON.parse(JSON.stringify(values)))

describe('every input kind', () => {
  it('I-013: the twelve of the specification are there, and each kind has a case in this table', () => {
    expect(FIELD_TYPES).toEqual(expect.arrayContaining(Object.keys(ROWS)))
    expect(Object.keys(ROWS)).toHaveLength(12)
    for (const type of FIELD_TYPES) expect(CASES[type], type).not.toEqual([])
  })

  it.each(ALL)('$name takes its default and good values, unchanged by reading', ({ field, good }) => {
    for (const value of [defaultOf(field), ...good]) {
      expect(checkValues({ x: field }, { x: value })).toEqual({})
      expect(readValues({ x: field }, { x: value })).toEqual({ x: value })
    }
  })

  it.each(ALL)('$name refuses bad values with a rule, and reads them all the same', ({ field, bad }) => {
    for (const value of bad) {
      const errors = checkValues({ x: field }, { x: value })
      expect(Object.keys(errors), JSON.stringify(value)).not.toEqual([])
      for (const [path, message] of Object.entries(errors)) {
        expect(path).toMatch(/^x(\.|$)/)
        expect(parseRule(message), message).toBeDefined()
      }
      expect(() => readValues({ x: field }, { x: value })).not.toThrow()
    }
  })

  it.each(ALL)('$name, when required, refuses its empty values alone', ({ field, good }) => {
    const required = { ...field, required: true }
    for (const value of [undefined, null, ...good]) {
      const text = JSON.stringify(value ?? null)
      const isEmpty = /^(null|false|"\s*"|\[\]|\{.*"text":"".*\})$/.test(text)
      expect(checkValues({ x: required }, { x: value }).x === 'required', text).toBe(isEmpty)
    }
  })

  it.each(ALL)('$name works with a description parsed from JSON', ({ field }) => {
    const described = Fields.parse(JSON.parse(JSON.stringify({ x: field })))
    expect(described).toEqual({ x: field })
  })
})

describe('reading', () => {
  it('never throws and returns values that pass the check', () => {
    fc.assert(
      fc.property(STORED, (stored) => {
        const values = readValues(FORM, stored) as Values
        // A missing required text in a group has no default, and texts aren't truncated; everything else must pass.
        const errors = Object.entries(checkValues(FORM, values)).filter(
          ([, message]) => !/^(required|max\||url)/.test(message),
        )
        expect(errors.filter(([path]) => !path.includes('.props') && !/\.verb$/.test(path))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('is idempotent, also through JSON', () => {
    fc.assert(
      fc.property(STORED, (stored) => {
        const once = readValues(FORM, stored)
        expect(readValues(FORM, JSON.parse(JSON.stringify(once)))).toEqual(once)
      }),
      { numRuns: 300 },
    )
  })

  it('drops unknown names and is safe with JavaScript’s own', () => {
    const fields = { interval: { type: 'textbox', format: 'numeric', label: 'I', default: 5 } } as const
    expect(readValues(fields, JSON.parse('{"interval":"7","__proto__":{"interval":9},"other":1}'))).toEqual({
      interval: 7,
    })
    expect(readValues(fields, 'rubbish')).toEqual({ interval: 5 })
    expect(readValues(fields, undefined)).toEqual(defaultsOf(fields))
    for (const name of ['constructor', 'toString', '9a', 'a-b', ''])
      expect(Fields.safeParse(JSON.parse(`{"${name}":{"type":"checkbox","label":"x"}}`)).success, name).toBe(
        false,
      )
  })

  it('clamps numbers and keeps the valid entries of a list', () => {
    expect(readValues(FORM, { f1: 9999 })).toMatchObject({ f1: 3600 })
    const zone = { m: { type: 'media-zone', label: 'M' } } as const
    expect(
      readValues(zone, { m: [{ mediaId: 'a', duration: '20' }, 'b', { mediaId: '' }, null, 4] }),
    ).toEqual({
      m: [
        { mediaId: 'a', duration: 20 },
        { mediaId: 'b', duration: 0 },
      ],
    })
  })

  it('returns new objects: changing a value leaves its description unchanged', () => {
    const fields = {
      t: { type: 'cellData', label: 'T', default: { text: '', isBold: true, isItalic: false, size: 20 } },
    } as const
    expect(defaultsOf(fields).t).not.toBe(defaultsOf(fields).t)
    expect(readValues(fields, {}).t).not.toBe(fields.t.default)
  })
})

describe('fields that depend on others', () => {
  const fields = {
    face: {
      type: 'radio',
      label: 'Face',
      default: 'digital',
      options: [
        { value: 'digital', label: 'D' },
        { value: 'analog', label: 'A' },
      ],
    },
    seconds: { type: 'checkbox', label: 'Seconds', default: true, when: { field: 'face', is: 'digital' } },
    suffix: { type: 'textbox', label: 'Suffix', required: true, when: { field: 'seconds', is: true } },
  } as const satisfies Fields

  it('are hidden with them, over several levels, and then not checked', () => {
    expect(isVisible(fields, 'suffix', { face: 'digital', seconds: true })).toBe(true)
    expect(isVisible(fields, 'suffix', { face: 'analog', seconds: true })).toBe(false)
    expect(checkValues(fields, { face: 'digital', seconds: true, suffix: ' ' })).toEqual({
      suffix: 'required',
    })
    expect(checkValues(fields, { face: 'analog', seconds: true, suffix: '' })).toEqual({})
  })

  it('terminate when fields depend on each other', () => {
    const ring: Fields = {
      a: { type: 'checkbox', label: 'A', when: { field: 'b', is: true } },
      b: { type: 'checkbox', label: 'B', when: { field: 'a', is: true } },
    }
    expect(isVisible(ring, 'a', { a: true, b: true })).toBe(true)
    expect(checkValues(ring, {})).toEqual({})
  })
})

describe('constants', () => {
  it('B-014: durations start with the zone interval, then the full video', () => {
    expect(DURATIONS.map(({ value }) => value)).toEqual([0, -1, 5, 10, 15, 20, 30, 45, 60, 120, 300])
    expect(defaultDuration('video/mp4')).toBe(DURATIONS[1]?.value)
    expect(defaultDuration('image/png')).toBe(DURATIONS[0]?.value)
  })
  it('an entry shows for its duration, else the video’s length, else the interval', () => {
    expect([secondsOf(7, 5, 30), secondsOf(-1, 5, 30), secondsOf(-1, 5, null), secondsOf(0, 5, 30)]).toEqual([
      7, 30, 5, 5,
    ])
  })
  it('font sizes are 10 to 30 in steps of 2', () => {
    expect(FONT_SIZES).toEqual([10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30])
  })
  it('text is black on grounds of a luminance above 125, otherwise white', () => {
    expect(['#f5cc76', '#f49e9e', '#a5d6a7', '#90caf9', '#ce93d8'].map(contrastText)).toEqual(
      Array(5).fill('black'),
    )
    expect([contrastText('rgb(125,125,125)'), contrastText('rgb(126,126,126)')]).toEqual(['white', 'black'])
  })
  it('every notation of a color is read', () => {
    expect(['white', '#FFF', '#ffff', 'rgb(255, 255, 255)', 'rgba(255 255 255 / 100%)'].map(hexOf)).toEqual(
      Array(5).fill('#ffffff'),
    )
    expect(hexOf('transparent')).toBe('#00000000')
    expect([parseColor('#12345'), parseColor('rgb(256,0,0)'), parseColor('constructor'), hexOf('')]).toEqual([
      undefined,
      undefined,
      undefined,
      '',
    ])
  })
})

it('mediaIn finds media inside groups, each once', () => {
  const fields: Fields = {
    media: { type: 'media-zone', label: 'M' },
    rows: { type: 'group', label: 'R', item: { picture: { type: 'attachment', label: 'P' } } },
  }
  expect(
    mediaIn(fields, {
      media: [
        { mediaId: 'a', duration: 0 },
        { mediaId: 'b', duration: 0 },
      ],
      rows: [{ picture: [{ mediaId: 'c' }] }, { picture: [{ mediaId: 'a' }] }, { picture: 'broken' }],
    }),
  ).toEqual(['a', 'b', 'c'])
})

it('infers the types of values from a description', () => {
  const clock = {
    face: { type: 'radio', label: 'Face', default: 'digital', options: [{ value: 'digital', label: 'D' }] },
    spacing: { type: 'lookup', label: 'S', default: 3, options: [{ value: 3, label: '3' }] },
    size: { type: 'textbox', format: 'numeric', label: 'Size', default: 1 },
    zones: { type: 'group', label: 'Z', item: { name: { type: 'textbox', label: 'N' } } },
  } as const satisfies Fields
  const values: ValuesOf<typeof clock> = { face: 'digital', spacing: 3, size: 2, zones: [{ name: 'x' }] }
  // @ts-expect-error not a face
  const wrong: ValuesOf<typeof clock> = { ...values, face: 'sundial' }
  expect(checkValues(clock, values)).toEqual({})
  expect(checkValues(clock, wrong)).toEqual({ face: 'one_of|digital' })
})
