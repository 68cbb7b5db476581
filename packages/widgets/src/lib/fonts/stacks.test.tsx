import { newWidget } from '@vitrine/contract/document/layout-document'
import { FONTS } from '@vitrine/contract/fields/font-families'
import type { FontSettings } from '@vitrine/contract/fields/kinds/font-settings'
import { ALIGNMENTS } from '@vitrine/contract/fields/kinds/font-settings'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { hostWith } from '@vitrine/widgets/host'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'

const FONT: FontSettings = { isBold: false, isItalic: false, alignment: 'left', font: 'Arial', size: 20 }
const STYLED = ['text', 'sticky-note', 'button', 'link', 'tag', 'dropdown', 'radio', 'checkbox']

/** The CSS of a widget's first text. */
function lettersOf(type: string, parts: Partial<FontSettings>): string {
  const box = { x: 0, y: 0, width: 400, height: 200, zIndex: 1 }
  const widget = newWidget({ id: 'w', type, name: type, ...box }, WIDGET_FIELDS)
  const settings = { ...widget.settings, label: 'Words', text: 'Words', fontSettings: { ...FONT, ...parts } }
  const document = { width: 1920, height: 1080, widgets: [{ ...widget, settings }] }
  const html = renderToString(<LayoutView document={document} host={hostWith({ mode: 'play' })} />)
  const found = /dir="auto" style="([^"]*)"[^>]*>Words/.exec(html)?.[1]
  if (found === undefined) throw new Error(`${type} shows no words: ${html}`)
  return found.replaceAll('&quot;', '"')
}

describe.each(STYLED)('the letters of a %s', (type) => {
  // The question above choices is bold by default.
  const plain = type === 'radio' || type === 'checkbox' ? 700 : 400

  it('W-058: text is bold and italic as configured', () => {
    expect(lettersOf(type, { isItalic: true })).toContain('font-style:italic')
    expect(lettersOf(type, {})).toContain('font-style:normal')
    expect(lettersOf(type, {})).toContain(`font-weight:${plain}`)
    expect(lettersOf(type, { isBold: true })).toContain('font-weight:700')
  })
  it.each(['left', 'center', 'right'] as const)('W-059: are aligned %s', (alignment) => {
    expect(lettersOf(type, { alignment })).toContain(`text-align:${alignment}`)
  })
  it.each(FONTS)('W-060: are of the font %s', (font) => {
    expect(lettersOf(type, { font })).toMatch(
      font === 'IBM Plex Sans' ? /font-family:"IBM Plex Sans/ : new RegExp(`font-family:"?${font}`),
    )
  })
  it.each([10, 22, 30])('W-061: are of the size %i', (size) => {
    expect(lettersOf(type, { size })).toContain(`font-size:${size}px`)
  })
})

it('W-059: text is aligned left, center or right, and no other way', () => {
  expect(ALIGNMENTS).toEqual(['left', 'center', 'right'])
})

it('W-032: the headlines of a feed have font size 14', () => {
  const size = { width: 320, height: 150 }
  const box = { x: 0, y: 0, ...size, zIndex: 1 }
  const widget = newWidget({ id: 'w', type: 'rss', name: 'RSS', ...box }, WIDGET_FIELDS)
  const feed = { title: 'News', items: [{ title: 'Bread is ready' }], at: 0 }
  const source = { get: () => feed, subscribe: () => () => {} }
  const host = hostWith({ mode: 'design', feed: () => source })
  const document = { width: 1920, height: 1080, widgets: [widget] }
  const html = renderToString(<LayoutView document={document} host={host} />)
  expect(html).toContain('Bread is ready')
  expect(html).toMatch(/font-size:14px/)
})
