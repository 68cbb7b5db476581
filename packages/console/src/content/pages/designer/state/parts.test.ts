import { newWidget, type ReadDocument, type ReadWidget } from '@vitrine/contract/document/layout-document'
import type { LinkedStyle } from '@vitrine/contract/document/styles'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { describe, expect, it } from 'vitest'
import { linkedPage } from './links.ts'
import { detached } from './parts.ts'
import { TestDesigner } from './test-designer.ts'

const letters = { isBold: true, isItalic: false, font: 'Arial', size: 40 }
const styles = new Map<string, LinkedStyle>([
  ['heading', { kind: 'text', value: letters }],
  ['gold', { kind: 'color', value: '#ffd24a' }],
])
const price: ReadWidget = {
  ...newWidget(
    { id: 'price', type: 'text', name: 'Price', zIndex: 1, x: 0, y: 0, width: 200, height: 100 },
    WIDGET_FIELDS,
  ),
  styles: { fontSettings: 'heading', color: 'gold' },
}
const TAG: ReadDocument = {
  ...{ width: 200, height: 100 },
  widgets: [
    {
      ...price,
      settings: { ...price.settings, color: '#ffd24a', fontSettings: { ...letters, alignment: 'left' } },
    },
  ],
}

describe('a part that becomes ordinary elements', () => {
  it.each([
    [1, { fontSettings: 'heading', color: 'gold' }],
    [2, { color: 'gold' }],
  ])('keeps its letters at %i times its size, and the styles that draw them so', (by, links) => {
    const { designer } = new TestDesigner([])
    const size = { width: 200 * by, height: 100 * by }
    const use = newWidget(
      { id: 'use', type: 'part', name: 'Tag', zIndex: 1, x: 0, y: 0, ...size },
      WIDGET_FIELDS,
    )
    designer.parts = new Map([['tag', TAG]])
    const page = { ...designer.state.page, widgets: [{ ...use, use: { part: 'tag' } }] }
    designer.commit(page, { name: 'add', count: 1 })
    detached(designer, 'use')
    const [widget] = linkedPage(designer.state.page, page, styles).widgets
    expect(widget?.settings.fontSettings).toMatchObject({ size: 40 * by })
    expect(widget?.styles).toEqual(links)
  })
})
