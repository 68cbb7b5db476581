// @vitest-environment happy-dom
import { newWidget } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { hostWith } from '@vitrine/widgets/host'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => void vi.unstubAllGlobals())

test.each([
  [0, false],
  [1, true],
  [5, true],
])('touching a drop-down with %i options opens it: %s', (count, opens) => {
  const box = { x: 0, y: 0, width: 300, height: 80, zIndex: 1 }
  const widget = newWidget({ id: 'w', type: 'dropdown', name: 'Drinks', ...box }, WIDGET_FIELDS)
  const options = Array.from({ length: count }, (_, index) => ({ label: `Tea ${index}`, actions: [] }))
  const settings = { ...widget.settings, label: 'Drinks', options }
  const page = { width: 1920, height: 1080, widgets: [{ ...widget, settings }] }
  const home = document.body.appendChild(document.createElement('div'))
  const root = createRoot(home)
  act(() => root.render(<LayoutView document={page} host={hostWith({ mode: 'play' })} />))
  const button = document.querySelector<HTMLElement>('[role="combobox"]')
  expect(button?.getAttribute('aria-expanded')).toBe('false')
  act(() => button?.click())
  expect(button?.getAttribute('aria-expanded')).toBe(String(opens))
  expect(document.querySelectorAll('[role="option"]')).toHaveLength(count)
  act(() => root.unmount())
  home.remove()
})
