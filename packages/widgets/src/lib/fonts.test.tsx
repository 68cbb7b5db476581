import type { FontSettings } from '@vitrine/contract/fields/field'
import { FONTS } from '@vitrine/contract/fields/field'
import { newWidget } from '@vitrine/contract/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { hostWith } from '@vitrine/widgets/host'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'

const FONT: FontSettings = { isBold: false, isItalic: false, alignment: 'left', font: 'Arial', size: 20 }
const STYLED = ['text', 'sticky-note', 'button', 'link', 'tag', 'dropdown', 'radio', 'checkbox']

/** The letters of a widget's first words, as the browser is told of them. */
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

it.each(STYLED)('W-058…W-061 %s draws its letters as they are set', (type) => {
  expect(lettersOf(type, { isItalic: true })).toContain('font-style:italic')
  expect(lettersOf(type, {})).toContain('font-style:normal')
  // The question over choices is bold by itself.
  const plain = type === 'radio' || type === 'checkbox' ? 700 : 400
  expect(lettersOf(type, {})).toContain(`font-weight:${plain}`)
  expect(lettersOf(type, { isBold: true })).toContain('font-weight:700')
  for (const alignment of ['left', 'center', 'right'] as const)
    expect(lettersOf(type, { alignment })).toContain(`text-align:${alignment}`)
  for (const font of FONTS)
    expect(lettersOf(type, { font })).toMatch(
      font === 'IBM Plex Sans' ? /font-family:"IBM Plex Sans/ : new RegExp(`font-family:"?${font}`),
    )
  for (const size of [10, 22, 30]) expect(lettersOf(type, { size })).toContain(`font-size:${size}px`)
})
