import { newWidget } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { hostWith } from '@vitrine/widgets/host'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'

const WIDTH = 300

/** The left edges of the elements in a widget, in order. */
function edges(type: string, texts: readonly string[], locale: string): number[] {
  const box = { x: 0, y: 0, width: WIDTH, height: 200, zIndex: 1 }
  const widget = newWidget({ id: 'w', type, name: type, ...box }, WIDGET_FIELDS)
  const options = texts.map((label) => ({ label, value: label, actions: [] }))
  const settings = { ...widget.settings, label: texts[0], options }
  const document = { width: 1920, height: 1080, widgets: [{ ...widget, settings }] }
  const html = renderToString(<LayoutView document={document} host={hostWith({ mode: 'play', locale })} />)
  return [...html.slice(html.indexOf('data-widget')).matchAll(/left:(-?[\d.]+)/g)].map(([, left]) =>
    Number(left),
  )
}

test.each(['radio', 'checkbox', 'dropdown'])('a %s with Arabic texts is mirrored on any screen', (type) => {
  const arabic = edges(type, ['قهوة', 'شاي'], 'en-us')
  expect(arabic).toEqual(edges(type, ['قهوة', 'شاي'], 'ar'))
  expect(arabic).not.toEqual(edges(type, ['qhwt', 'shy'], 'en-us'))
})
