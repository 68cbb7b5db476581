import { readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { hostWith } from '@vitrine/widgets/host'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { provideLazyParts } from '#lib/lazy-parts.ts'
import { qrPath } from '#lib/qr/qr-path.ts'

provideLazyParts({ qrPath })

function drawn(type: string, settings: Record<string, unknown>, size = { width: 500, height: 200 }): string {
  const inputs = Object.entries(settings).map(([name, value]) => ({ name: `w-${name}`, value }))
  const widget = { id: 'w', type, name: type, zIndex: 1, ...size, transform: 'translate(0px, 0px)' }
  const document = { width: 800, height: 600, widgets: [widget], config: { inputs } }
  const read = readDocument(document, WIDGET_FIELDS)
  return renderToString(<LayoutView document={read} host={hostWith({ mode: 'play' })} />)
}

const CODE = qrPath('https://example.org/menu').path

test('a text draws its code before the words, or alone', () => {
  const both = drawn('text', { text: 'Menu', code: 'https://example.org/menu' })
  expect(both).toContain(CODE)
  expect(both).toContain('left:224px;top:0;width:276px;height:200px')
  expect(both).toContain('Menu')
  const alone = drawn('text', { code: ' https://example.org/menu ' })
  expect(alone).toContain(CODE)
  expect(alone).toContain('left:150px;top:0;background:white')
})

test('a list keeps its rows beside the code', () => {
  const rows = [{ label: 'Rye', note: '', price: '4' }]
  const list = drawn('text', { rows, code: 'https://example.org/menu' })
  expect(list).toContain(CODE)
  expect(list).toContain('Rye')
})

test('a text that is too long for a code is drawn without', () => {
  expect(drawn('text', { text: 'Menu', code: 'x'.repeat(1001) })).toBe(drawn('text', { text: 'Menu' }))
})

const link = { label: 'Menu', linkURL: 'https://example.org/menu' }
const LARGE = { width: 500, height: 200 }
const SMALL = { width: 120, height: 40 }
test.each([
  ['large', LARGE, true],
  ['large', SMALL, false],
  ['always', SMALL, true],
  ['never', LARGE, false],
])('a link with a code %s in %o: %s', (code, size, has) => {
  expect(drawn('link', { ...link, code }, size).includes(CODE)).toBe(has)
})
