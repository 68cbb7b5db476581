import { newWidget } from '@vitrine/contract/document/layout-document'
import { checkValues } from '@vitrine/contract/fields/values'
import { WIDGET_FIELDS, WIDGET_TYPES } from '@vitrine/widgets/definitions'
import { describe, expect, it } from 'vitest'
import { lookOf, sharedLookOf, sharedValuesOf, withLook, withShared } from './look.ts'

const make = (type: string) =>
  newWidget({ id: type, type, name: type, zIndex: 1, x: 0, y: 0, width: 100, height: 100 }, WIDGET_FIELDS)

describe('the look of widgets', () => {
  it.each([
    ['two of a kind', ['sticky-note', 'sticky-note'], ['fontSettings', 'colorSwatches', 'shadowOutside']],
    ['two kinds', ['text', 'tag'], ['fontSettings', 'color']],
    ['a note and a text', ['sticky-note', 'text'], ['fontSettings']],
    ['kinds that share nothing', ['weather', 'rating'], []],
    ['a button and a tag', ['button', 'tag'], ['fontSettings', 'color', 'background']],
  ])('%s share their look', (_name, types, names) => {
    expect(Object.keys(sharedLookOf(types)).sort()).toEqual([...names].sort())
  })

  it('applies what the other widget supports, and never its content', () => {
    const note = make('sticky-note')
    const loud = { ...(note.settings.fontSettings as object), isBold: true, size: 30 }
    const text = make('text')
    const said = { ...text, settings: { ...text.settings, text: 'Hello' } }
    const styled = withLook(said, lookOf({ ...note, settings: { ...note.settings, fontSettings: loud } }))
    expect(styled.settings).toEqual({ ...said.settings, fontSettings: loud })
  })
})

const wrongIn = ({ type, settings }: ReturnType<typeof make>) =>
  checkValues(WIDGET_FIELDS[type] ?? {}, settings)

describe.each(WIDGET_TYPES)('the look of %s', (type) => {
  it.each(WIDGET_TYPES)('never makes a %s that cannot be saved', (other) => {
    const given = make(type)
    expect(wrongIn(withLook(make(other), lookOf(given)))).toEqual({})
    for (const [name, field] of Object.entries(sharedLookOf([given.type, other])))
      for (const value of [
        given.settings[name],
        ...(field.type === 'colorPicker' ? ['', 'transparent'] : []),
      ])
        expect(wrongIn(withShared(make(other), name, value)), name).toEqual({})
  })
})

describe('a style that several widgets share', () => {
  const sized = (size: number, isBold: boolean) => {
    const text = make('text')
    const fontSettings = { ...(text.settings.fontSettings as object), size, isBold }
    return { ...text, id: `${size}`, settings: { ...text.settings, fontSettings } }
  }
  const texts = [sized(20, false), sized(40, false), sized(60, true)]

  it('shows the settings with equal values', () => {
    expect(sharedValuesOf(texts, sharedLookOf(['text'])).fontSettings).toEqual({
      isItalic: false,
      alignment: 'left',
      font: 'Arial',
    })
  })
  it('changes the setting that was set, and no other', () => {
    const shown = sharedValuesOf(texts, sharedLookOf(['text'])).fontSettings as object
    const changed = texts.map((text) => withShared(text, 'fontSettings', { ...shown, isBold: true }))
    expect(changed.map(({ settings }) => settings.fontSettings)).toMatchObject([
      { size: 20, isBold: true },
      { size: 40, isBold: true },
      { size: 60, isBold: true },
    ])
  })
})
