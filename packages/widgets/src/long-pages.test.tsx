import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { inShapeOf, scaleIn } from '@vitrine/contract/document/page-shape'
import { screenPage } from '@vitrine/contract/document/screen-page'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WIDGET_FIELDS } from './definitions.ts'
import { hostWith } from './host.ts'
import { LayoutView } from './layout-view.tsx'

/** Chromium draws nothing beyond this in an element that a transform scales. */
const DRAWN_MOST = 16_384

const host = hostWith({ mode: 'screen', locale: 'en-us', now: () => 0 } as never)
const page: ReadDocument = screenPage({ id: 'z', name: 'Zone' }, [], WIDGET_FIELDS)

/** How the page's own pixels are scaled on a screen that it fills. */
function scaling(width: number, height: number) {
  const document = inShapeOf(page, { width, height })
  const html = renderToString(
    <LayoutView document={document} host={host} scale={scaleIn(document, { width, height })} />,
  )
  const [, how] = /(zoom|transform):/.exec(html) ?? []
  return { how, longest: Math.max(document.width, document.height) }
}

test.each([
  [3840, 240],
  [240, 3840],
  [60, 960],
  [10_000, 500],
])('all of a page that fills a screen of %i×%i is drawn, however long it is', (width, height) => {
  const { how, longest } = scaling(width, height)
  expect(longest).toBeGreaterThan(DRAWN_MOST)
  expect(how).toBe('zoom')
})

test.each([
  [1280, 720],
  [1080, 1920],
  [7560, 2160],
  [1920, 384],
])('a page on a screen of %i×%i is scaled as before', (width, height) => {
  const { how, longest } = scaling(width, height)
  expect(longest).toBeLessThan(DRAWN_MOST)
  expect(how).toBe('transform')
})
