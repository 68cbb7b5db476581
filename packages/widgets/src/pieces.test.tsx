import { newWidget } from '@vitrine/contract/document/layout-document'
import type { Piece } from '@vitrine/contract/document/pieces'
import { definitionOf, WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { type Host, hostWith } from '@vitrine/widgets/host'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'

const data = { columns: ['Dish', 'Price'], rows: [['Rye', 4]], at: 0 }
const host: Host = hostWith({
  mode: 'play',
  source: (() => ({ get: () => data, subscribe: () => () => {} })) as Host['source'],
})
function drawn(type: string, text: string, pieces?: readonly (readonly Piece[])[]): string {
  const size = definitionOf(type)?.size ?? { width: 0, height: 0 }
  const widget = newWidget({ id: 'w', type, name: 'w', zIndex: 1, x: 0, y: 0, ...size }, WIDGET_FIELDS)
  const shown = { ...widget, settings: { ...widget.settings, text }, ...(pieces && { pieces }) }
  return renderToString(<LayoutView document={{ width: 400, height: 300, widgets: [shown] }} host={host} />)
}
/** Each piece as it is drawn: its styles, and what it says. */
const spans = (html: string) =>
  [...html.matchAll(/<span style="([^"]*)">([^<]*)<\/span>/g)].map(([, style, text]) => [style, text])

const PIECES: readonly Piece[] = [
  { text: 'Fresh ' },
  { text: 'rye', isBold: true, isItalic: true, line: 'underline', color: '#c51d24', size: 150 },
]

describe.each(['text', 'sticky-note'])('the pieces of a %s', (type) => {
  it('are drawn in their looks if they spell its text', () => {
    const html = drawn(type, 'Fresh rye', [[{ text: 'Brot', isBold: true }], PIECES])
    expect(html).toContain('Fresh ')
    expect(spans(html)).toEqual([
      [expect.stringMatching(/font-weight:700.*italic.*underline.*color:#c51d24.*font-size:1.5em/), 'rye'],
    ])
  })

  it('change nothing of another text', () => {
    expect(drawn(type, 'Fresh bread', [PIECES])).toBe(drawn(type, 'Fresh bread'))
    expect(drawn(type, '', [PIECES])).toBe(drawn(type, ''))
  })
})

it('a reference that pieces divide has the look of its first letter, and its value', () => {
  const text = 'Rye {Menu: Price of Rye | 2} €'
  for (let cut = 5; cut < 28; cut++) {
    const pieces = [
      { text: text.slice(0, cut), isBold: true },
      { text: text.slice(cut), isItalic: true },
    ]
    expect(spans(drawn('text', text, [pieces]))).toEqual([
      ['font-weight:700', 'Rye 4'],
      ['font-style:italic', ' €'],
    ])
  }
})
