import { newWidget } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { hostWith } from '@vitrine/widgets/host'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'

const PAGES = [
  ['white', 'black'],
  ['black', 'white'],
] as const
const GROUNDS = ['transparent', '#ffffff00', '#00000033', 'rgba(255, 255, 255, 0.2)']

test.each(PAGES.flatMap(([page, ink]) => GROUNDS.map((ground) => [ground, page, ink] as const)))(
  'a label on %s on a %s page is %s by default',
  (ground, background, ink) => {
    for (const type of ['tag', 'button', 'dropdown'] as const) {
      const box = { x: 0, y: 0, width: 300, height: 80, zIndex: 1 }
      const widget = newWidget({ id: 'w', type, name: type, ...box }, WIDGET_FIELDS)
      const settings = { ...widget.settings, label: 'Words', background: ground }
      const document = { width: 1920, height: 1080, background, widgets: [{ ...widget, settings }] }
      const html = renderToString(<LayoutView document={document} host={hostWith({ mode: 'play' })} />)
      expect(/[;"]color:([^;"]+)/.exec(html)?.[1], type).toBe(ink)
    }
  },
)
