import { newWidget, type ReadDocument } from '@vitrine/contract/document/layout-document'
import type { PageLanguages } from '@vitrine/contract/document/page-languages'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WIDGET_FIELDS } from './definitions.ts'
import { type Host, hostWith } from './host.ts'
import { LayoutView } from './layout-view.tsx'

const languages: PageLanguages = {
  own: 'en',
  others: [
    { language: 'de', texts: [{ of: 'Welcome', to: 'Willkommen' }] },
    { language: 'ar', texts: [{ of: 'Welcome', to: 'مرحبا' }] },
  ],
}
const widget = (id: string, x: number) => ({
  ...newWidget({ id, type: 'text', name: id, zIndex: 1, x, y: 0, width: 400, height: 100 }, WIDGET_FIELDS),
})
const page = (given?: PageLanguages): ReadDocument => ({
  ...{ width: 1000, height: 500 },
  ...(given && { languages: given }),
  widgets: ['Welcome', 'Today'].map((text, index) => {
    const one = widget(`w${index}`, index * 500)
    return { ...one, settings: { ...one.settings, text } }
  }),
})
const drawn = (host: Partial<Host>, document = page(languages)) =>
  renderToString(<LayoutView document={document} host={hostWith(host)} />)

test('a screen shows the page in its language, and the own text of what is missing', () => {
  expect(drawn({ locale: 'de-AT' })).toMatch(/Willkommen.*Today/s)
  expect(drawn({ locale: 'fr-FR' })).toMatch(/Welcome.*Today/s)
})
test('a page without languages, and one in its own, are drawn alike, byte for byte', () => {
  expect(drawn({ locale: 'en-us' })).toBe(drawn({ locale: 'en-us' }, page()))
})
test('languages take turns by the clock that all screens share', () => {
  const turns = page({ ...languages, every: 10 })
  const at = (seconds: number) => drawn({ locale: 'de-DE', now: () => seconds * 1000 }, turns)
  expect(at(5)).toContain('Welcome')
  expect(at(15)).toContain('Willkommen')
  expect(at(25)).toContain('مرحبا')
})
test('mirrors where the author says so', () => {
  const left = (html: string) => [...html.matchAll(/data-widget="w\d"[^>]*?left:(\d+)/g)].map(([, px]) => px)
  expect(left(drawn({ locale: 'ar-EG' }))).toEqual(['0', '500'])
  expect(left(drawn({ locale: 'ar-EG' }, page({ ...languages, mirror: true })))).toEqual(['600', '100'])
})
test('a design shows its own language, or the chosen one with marks at what is missing', () => {
  expect(drawn({ mode: 'design', locale: 'de-DE' })).toContain('Welcome')
  const german = drawn({ mode: 'design', locale: 'en-us', language: 'de' })
  expect(german).toContain('Willkommen')
  expect(german).toContain('⚠︎ Today')
  expect(german).toContain('opacity:0.5')
  // Nothing of that is on screens.
  expect(drawn({ locale: 'de-DE' })).not.toContain('⚠')
})
