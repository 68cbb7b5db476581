import { MantineProvider } from '@mantine/core'
import { BACKDROP_FIELDS } from '@vitrine/contract/document/backdrop'
import { FRAME_FIELDS } from '@vitrine/contract/document/frame'
import { DURATIONS } from '@vitrine/contract/fields/durations'
import type { Field, Fields } from '@vitrine/contract/fields/field'
import { FONT_PARTS } from '@vitrine/contract/fields/font-parts'
import { FIELD_TYPES } from '@vitrine/contract/fields/kinds'
import { checkValues, defaultsOf } from '@vitrine/contract/fields/values'
import { DEFINITIONS, WIDGET_TYPES } from '@vitrine/widgets/definitions'
import i18next from 'i18next'
import { renderToString } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import texts from '#locales/en-us.json'
import type { FieldsHost } from './control.ts'
import { CONTROLS } from './controls.ts'
import { textsOf } from './description-texts.ts'
import { errorsBelow } from './field-errors.ts'
import { FieldsForm } from './fields-form.tsx'
import { clockText, intervalOf, roundOf } from './seconds.ts'
import { placed } from './sortable/placed.ts'

await i18next.use(initReactI18next).init({
  lng: 'en-us',
  lowerCaseLng: true,
  resources: { 'en-us': { translation: texts } },
  interpolation: { prefix: '%{', suffix: '}', escapeValue: false },
})

const host: FieldsHost = {
  pickMedia: async () => [],
  media: (id) => (id === 'v' ? { id, name: 'Film', mimetype: 'video/mp4', duration: 20 } : undefined),
  lookup: async () => [],
  palette: [],
  actions: { storyboards: [], layouts: [], zones: () => [], devices: [] },
}

/** One field of every kind, taken from a widget that uses it; otherwise a plain one. */
const SAMPLES: Record<string, Field> = Object.fromEntries([
  ...FIELD_TYPES.map((type) => [type, { type, label: 'Sample' }]),
  ...WIDGET_TYPES.flatMap((type) => Object.values<Field>(DEFINITIONS[type].fields)).map((field) => [
    field.type,
    field,
  ]),
])
const draw = (field: Field, message?: string) =>
  renderToString(
    <MantineProvider>
      <FieldsForm
        fields={{ x: { ...field, required: true } }}
        values={defaultsOf({ x: field })}
        errors={message ? { x: message } : {}}
        showErrors
        host={host}
        onChange={() => {}}
      />
    </MantineProvider>,
  )

describe('input kinds', () => {
  it('have exactly one control each', () => {
    expect(Object.keys(CONTROLS).sort()).toEqual([...FIELD_TYPES].sort())
  })
  it.each(FIELD_TYPES)('%s is drawn with its label, and with its first error', (type) => {
    const field = SAMPLES[type]
    if (!field) throw new Error(type)
    expect(draw(field)).toContain(field.label)
    expect(draw(field)).not.toContain('role="alert"')
    expect(draw(field, 'required')).toContain('role="alert"')
  })
  it.each(WIDGET_TYPES)('the form of a %s takes its defaults', (type) => {
    const { fields } = DEFINITIONS[type]
    expect(checkValues(fields, defaultsOf(fields))).toEqual({})
  })
})

it('every text of a widget’s form is translatable', () => {
  const described = WIDGET_TYPES.flatMap((type) => [
    DEFINITIONS[type].label,
    ...textsOf(DEFINITIONS[type].fields),
  ])
  for (const text of [FRAME_FIELDS, BACKDROP_FIELDS, FONT_PARTS].flatMap((fields: Fields) => textsOf(fields)))
    expect(texts.fieldTexts, text).toHaveProperty([text], text)
  for (const text of [...described, ...DURATIONS.map(({ label }) => label)])
    expect(texts.fieldTexts, text).toHaveProperty([text], text)
})

it('errors are assigned to their fields', () => {
  const errors = { options: 'required', 'options.0.label': 'max|9', optionsX: 'invalid' }
  expect(errorsBelow(errors, 'options')).toEqual({ '': 'required', '0.label': 'max|9' })
  expect(errorsBelow(errorsBelow(errors, 'options'), '0')).toEqual({ label: 'max|9' })
})

describe('lists', () => {
  it.each([
    [0, 2, 'bca'],
    [2, 0, 'cab'],
    [1, 1, 'abc'],
    [9, 0, 'abc'],
  ])('moves %i to %i', (from, to, expected) => expect(placed([...'abc'], from, to).join('')).toBe(expected))
})

describe('times', () => {
  it('are formatted like a clock', () =>
    expect([5, 80, 3700].map(clockText)).toEqual(['0:05', '1:20', '1:01:40']))
  it('of a loop include intervals, videos and own durations', () => {
    const entries = [
      { mediaId: 'p', duration: 0 },
      { mediaId: 'v', duration: -1 },
      { mediaId: 'p', duration: 30 },
    ]
    expect(roundOf(entries, intervalOf({ interval: 7 }), host)).toBe(57)
    expect(intervalOf({})).toBe(5)
  })
})
