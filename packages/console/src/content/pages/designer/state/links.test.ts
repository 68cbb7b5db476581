import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import type { LinkedStyle } from '@vitrine/contract/document/styles'
import { defaultsOf } from '@vitrine/contract/fields/values'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { describe, expect, it } from 'vitest'
import { linkedPage, withLink } from './links.ts'
import { lookOf, withLook } from './look.ts'
import type { Page } from './page.ts'

const HEADING = { isBold: true, isItalic: false, font: 'Georgia', size: 80 }
const styles = new Map<string, LinkedStyle>([
  ['heading', { kind: 'text', value: HEADING }],
  ['red', { kind: 'color', value: '#aa0000' }],
  ['sunset', { kind: 'color', value: 'linear-gradient(90deg, #ffffff 0%, #00000080 100%)' }],
])
const widget = (type = 'text'): ReadWidget => ({
  ...{ id: type, type, name: type, zIndex: 1, x: 0, y: 0, width: 100, height: 100, known: true },
  settings: defaultsOf(WIDGET_FIELDS[type] ?? {}),
})
const pageOf = (...widgets: ReadWidget[]): Page => ({ name: 'Page', width: 1920, height: 1080, widgets })
const set = (one: ReadWidget, settings: object): ReadWidget => ({
  ...one,
  settings: { ...one.settings, ...settings },
})
/** The widget after a change, as a designer commits it. */
const after = (changed: ReadWidget, before?: ReadWidget, known: typeof styles | undefined = styles) =>
  linkedPage(pageOf(changed), before && pageOf(before), known).widgets[0]
const linkedText = () => after(withLink(widget(), 'fontSettings', 'heading')) as ReadWidget

describe('linked fields', () => {
  it('have the values of their styles, and texts their own alignment', () => {
    const right = set(widget(), {
      fontSettings: { ...HEADING, alignment: 'right', size: 10, vertical: 'middle' },
    })
    const linked = after(withLink(right, 'fontSettings', 'heading'))
    expect(linked?.settings.fontSettings).toEqual({ ...HEADING, alignment: 'right', vertical: 'middle' })
    expect(linked?.styles).toEqual({ fontSettings: 'heading' })
  })

  it('stay linked while something else changes', () => {
    const before = linkedText()
    const font = before.settings.fontSettings as object
    for (const change of [
      { text: 'Soup' },
      { color: '#ffffff' },
      { fontSettings: { ...font, alignment: 'center' } },
    ])
      expect(after(set(before, change), before)?.styles).toEqual({ fontSettings: 'heading' })
  })

  it('are free once their value changes otherwise, with and without the list of styles', () => {
    const before = linkedText()
    const larger = set(before, { fontSettings: { ...(before.settings.fontSettings as object), size: 81 } })
    for (const known of [styles, undefined]) {
      const free = linkedPage(pageOf(larger), pageOf(before), known).widgets[0]
      expect([free?.styles, free?.settings.fontSettings]).toEqual([undefined, larger.settings.fontSettings])
    }
  })

  it.each([
    ['deleted', 'fontSettings', 'gone'],
    ['of another kind', 'fontSettings', 'red'],
    ['of a field without styles', 'text', 'red'],
  ])('a style that is %s leaves the values', (_what, name, id) => {
    const free = after(withLink(widget(), name, id))
    expect([free?.styles, free?.settings]).toEqual([undefined, widget().settings])
  })

  it('a page without links is the same object', () => {
    const page = pageOf(widget())
    expect(linkedPage(page, undefined, styles)).toBe(page)
  })

  it('an open page follows a changed style, also before and after undone steps', () => {
    const changed = new Map(styles).set('heading', { kind: 'text', value: { ...HEADING, size: 60 } })
    expect(after(linkedText(), undefined, changed)?.settings.fontSettings).toMatchObject({ size: 60 })
  })

  it('a gradient becomes what the field can draw', () => {
    const gradients = after(withLink(widget(), 'color', 'sunset'))?.settings.color
    expect(gradients).toBe('rgb(128, 128, 128)')
  })

  it('looks bring their links, and end those of what they replace', () => {
    const linked = after(withLink(linkedText(), 'color', 'red')) as ReadWidget
    expect(after(withLook(widget(), lookOf(linked)), widget())?.styles).toEqual({
      fontSettings: 'heading',
      color: 'red',
    })
    expect(after(withLook(linked, lookOf(widget())), linked)?.styles).toBeUndefined()
  })

  it('every field of every widget that can have a style takes one', () => {
    for (const [type, fields] of Object.entries(WIDGET_FIELDS))
      for (const [name, field] of Object.entries(fields)) {
        const id =
          field.type === 'font-settings' ? 'heading' : field.type === 'colorPicker' ? 'sunset' : undefined
        if (id === undefined) continue
        const linked = after(withLink(widget(type), name, id))
        expect(linked?.styles, `${type} ${name}`).toEqual({ [name]: id })
        expect(after(linked as ReadWidget, linked), `${type} ${name}`).toBe(linked)
      }
  })
})
