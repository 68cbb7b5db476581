import { readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { hostWith } from '@vitrine/widgets/host'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'

const PATH = 'M10 2v2M14 2v2'

function drawn(type: string, settings: Record<string, unknown>): string {
  const inputs = Object.entries(settings).map(([name, value]) => ({ name: `w-${name}`, value }))
  const widget = {
    id: 'w',
    type,
    name: type,
    zIndex: 1,
    width: 300,
    height: 120,
    transform: 'translate(0px, 0px)',
  }
  const document = { width: 800, height: 600, widgets: [widget], config: { inputs } }
  const media = (id: string) => (id === 'm' ? { url: '/bread.png', mimetype: 'image/png' } : undefined)
  const host = hostWith({ mode: 'play', media })
  return renderToString(<LayoutView document={readDocument(document, WIDGET_FIELDS)} host={host} />)
}

test('a button has an icon, a picture, a second line, and a badge', () => {
  const html = drawn('button', {
    label: 'Menu',
    icon: `coffee ${PATH}`,
    picture: [{ mediaId: 'm' }],
    secondLine: 'Until noon',
    badge: 'New',
  })
  for (const part of [`<path d="${PATH}"`, 'src="/bread.png"', 'Until noon', 'New', 'Menu'])
    expect(html).toContain(part)
})

test.each(['button', 'tag'])('a %s with an icon that is not one is drawn as without', (type) => {
  const plain = drawn(type, { label: 'Menu' })
  expect(drawn(type, { label: 'Menu', icon: 'coffee "/><script>' })).toBe(plain)
  expect(drawn(type, { label: 'Menu', icon: '' })).toBe(plain)
})

test('a tag draws an icon alone, or before its words', () => {
  expect(drawn('tag', { icon: `coffee ${PATH}` })).toContain('left:90px;top:0')
  const both = drawn('tag', { icon: `coffee ${PATH}`, label: 'Coffee' })
  expect(both).toContain(PATH)
  expect(both).toContain('Coffee')
})
