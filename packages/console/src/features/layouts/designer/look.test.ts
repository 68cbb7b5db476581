import { newWidget } from '@vitrine/contract/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { describe, expect, it } from 'vitest'
import { lookOf, sharedLookOf, withLook } from './look.ts'

const make = (type: string) =>
  newWidget({ id: type, type, name: type, zIndex: 1, x: 0, y: 0, width: 100, height: 100 }, WIDGET_FIELDS)

describe('the look of widgets', () => {
  it.each([
    ['two of a kind', ['sticky-note', 'sticky-note'], ['fontSettings', 'colorSwatches']],
    ['two kinds', ['text', 'tag'], ['fontSettings', 'color']],
    ['a note and a text', ['sticky-note', 'text'], ['fontSettings']],
    ['kinds that share nothing', ['weather', 'rating'], []],
    ['a button and a tag', ['button', 'tag'], ['fontSettings', 'color', 'background']],
  ])('what %s have in common', (_name, types, names) => {
    expect(Object.keys(sharedLookOf(types.map(make))).sort()).toEqual([...names].sort())
  })

  it('is taken over as far as the other has it, and never what is said', () => {
    const note = make('sticky-note')
    const loud = { ...(note.settings.fontSettings as object), isBold: true, size: 30 }
    const text = make('text')
    const said = { ...text, settings: { ...text.settings, text: 'Hello' } }
    const styled = withLook(said, lookOf({ ...note, settings: { ...note.settings, fontSettings: loud } }))
    expect(styled.settings).toEqual({ ...said.settings, fontSettings: loud })
  })
})
