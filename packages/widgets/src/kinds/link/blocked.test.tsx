// @vitest-environment happy-dom
import { newWidget, type ReadDocument } from '@vitrine/contract/document/layout-document'
import { definitionOf, WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { hostWith } from '@vitrine/widgets/host'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { provideLazyParts } from '#lib/lazy-parts.ts'
import { qrPath } from '#lib/qr/qr-path.ts'
import { OpenSite } from './open-site.tsx'

beforeEach(() => {
  provideLazyParts({ OpenSite, qrPath })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => document.body.replaceChildren())

async function touchLink(linkURL: string, sites: readonly string[]): Promise<HTMLElement> {
  const size = definitionOf('link')?.size ?? { width: 100, height: 40 }
  const widget = newWidget(
    { id: 'w', type: 'link', name: 'Link', zIndex: 1, x: 0, y: 0, ...size },
    WIDGET_FIELDS,
  )
  const page: ReadDocument = {
    width: 1920,
    height: 1080,
    widgets: [{ ...widget, settings: { ...widget.settings, linkURL } }],
  }
  const root = document.createElement('div')
  document.body.append(root)
  await act(async () =>
    createRoot(root).render(
      <LayoutView document={page} host={hostWith({ mode: 'play', sites: () => sites })} />,
    ),
  )
  await act(async () => root.querySelector<HTMLElement>('[role=link]')?.click())
  return root
}

it('opens a site that the organization allows', async () => {
  const root = await touchLink('https://menu.example.org/today', ['example.org'])
  const outer = root.querySelector('iframe')
  await vi.waitFor(() =>
    expect(outer?.contentDocument?.querySelector('iframe')?.getAttribute('src')).toBe(
      'https://menu.example.org/today',
    ),
  )
  expect(outer?.getAttribute('srcdoc')).toContain('content="frame-src http://example.org:*')
  expect(root.querySelector('[role=alert]')).toBeNull()
})

it.each([[[]], [['other.example']]])(
  'says that a site is not allowed, and loads nothing of it, with %j',
  async (sites) => {
    const root = await touchLink('menu.example.org/today', sites)
    expect(root.querySelector('iframe')).toBeNull()
    expect(root.querySelector('[role=alert]')?.textContent).toContain("can't open menu.example.org")
    // The QR code for phones.
    expect(root.querySelector('[role=alert] svg')).not.toBeNull()
  },
)
