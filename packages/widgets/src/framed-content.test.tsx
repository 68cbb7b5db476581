import type { Backdrop } from '@vitrine/contract/document/backdrop'
import type { Frame } from '@vitrine/contract/document/frame'
import { newWidget } from '@vitrine/contract/document/layout-document'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WIDGET_FIELDS, WIDGET_TYPES } from './definitions.ts'
import { drawingUrl } from './drawings/drawings.ts'
import { PLAIN_SHAPES } from './drawings/names.ts'
import { hostWith } from './host.ts'
import { LayoutView } from './layout-view.tsx'
import { provideLazyParts } from './lib/lazy-parts.ts'

provideLazyParts({ drawingUrl })

interface Drawn {
  frame?: Frame
  settings?: object
  background?: string
  backdrop?: Backdrop
}
const BOX = { x: 10, y: 20, width: 300, height: 200, zIndex: 1 }
function draw(type: string, { frame, settings, ...page }: Drawn): string {
  const widget = newWidget({ id: 'w', type, name: type, ...BOX, ...(frame && { frame }) }, WIDGET_FIELDS)
  const document = {
    ...{ width: 1920, height: 1080 },
    ...page,
    widgets: [{ ...widget, settings: { ...widget.settings, ...settings } }],
  }
  return renderToString(<LayoutView document={document} host={hostWith({ mode: 'design' })} />)
}

const FRAMES: readonly (readonly [Frame, string])[] = [
  [{ opacity: 0 }, 'opacity:0'],
  [{ opacity: 45 }, 'opacity:0.45'],
  [{ rotation: -12 }, 'transform:rotate(-12deg)'],
  [{ mask: 'circle' }, 'border-radius:50%'],
  [{ mask: 'rounded' }, 'border-radius:24px'],
  [{ mask: 'rounded', radius: 60 }, 'border-radius:60px'],
  [{ borderWidth: 3, borderColor: '#112233' }, 'border:3px solid #112233'],
  [{ shadow: 20 }, 'box-shadow:0 8px 20px #00000080'],
  [{ blend: 'multiply' }, 'mix-blend-mode:multiply'],
]

test.each(WIDGET_TYPES.flatMap((type) => FRAMES.map(([frame, css]) => [type, frame, css] as const)))(
  'a %s has the frame %j',
  (type, frame, css) => {
    const plain = draw(type, {})
    expect(draw(type, { frame })).toContain(css)
    expect(plain).toBe(draw(type, { frame: undefined }))
  },
)

const SKY = 'linear-gradient(90deg, #112233 0%, #445566 100%)'
test('gradients are drawn as grounds, as letters, and in shapes', () => {
  expect(draw('button', { settings: { label: 'Go', background: SKY } })).toContain(`background:${SKY}`)
  expect(draw('text', { settings: { text: 'Go', color: SKY } })).toMatch(/-webkit-background-clip:text/)
  expect(draw('tag', { background: SKY })).toContain(`background-image:${SKY}`)
  const shape = draw('tag', { settings: { drawing: 'star', color: SKY, background: 'transparent' } })
  expect(decodeURIComponent(shape)).toMatch(/linearGradient.*stop-color/)
})

test('letters on a gradient are readable on the mean of its colors', () => {
  const label = (from: string, to: string) =>
    draw('button', { settings: { label: 'Go', background: `linear-gradient(0deg, ${from} 0%, ${to} 100%)` } })
  expect(label('#ffffff', '#dddddd')).toContain(';color:black')
  expect(label('#000000', '#333333')).toContain(';color:white')
})

test.each(PLAIN_SHAPES)('a %s fills its box to the corners', (drawing) => {
  expect(draw('tag', { settings: { drawing, color: '#123456', background: 'transparent' } })).toContain(
    'border-radius:0px 0px 0px 0px',
  )
})

test('a backdrop is below the widgets, with its overlay', () => {
  const backdrop = { media: [{ mediaId: 'm' }], blur: 10, overlay: '#00000080' }
  const html = draw('tag', { backdrop })
  expect(html.indexOf('data-widget="backdrop"')).toBeLessThan(html.indexOf('data-widget="w"'))
  expect(html).toContain('filter:blur(10px)')
  expect(html).toContain('background:#00000080')
})
