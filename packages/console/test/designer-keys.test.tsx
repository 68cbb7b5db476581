// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { newWidget } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { expect, test } from 'vitest'
import { openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH } from '#test/samples.ts'

setUpConsole()

const widget = (id: string, type: string, zIndex: number) =>
  newWidget({ id, type, name: id, zIndex, x: 0, y: 0, width: 400, height: 200 }, WIDGET_FIELDS)
const widgets = [widget('sky', 'weather', 2), widget('clock', 'date-time', 1)]
const layout = { ...ONE_OF_EACH['layouts.get'].layout, widgets }

test('Enter right after Tab goes to a field of the newly selected widget, however late its form is drawn', async () => {
  const { page } = openConsole('/app/layouts/design/y1', { ...ONE_OF_EACH, 'layouts.get': { layout } })
  const canvas = await page().findByRole('application')
  const press = (key: string, code = key) =>
    canvas.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }))
  const field = () => document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field
  await page().findByText('Layers (2)')
  const pressedOn = async (...keys: string[]) => {
    canvas.focus()
    for (const key of keys) press(key)
    expect(field()).toBeUndefined()
  }
  // The page's own settings are shown, and those of widgets have never been loaded.
  await pressedOn('Enter', 'Enter')
  await waitFor(() => expect(field()).toBe('weatherLocation'))
  await pressedOn('Tab', 'Enter')
  await waitFor(() => expect(field()).toBe('timeZone'))
  await pressedOn('Tab', 'Enter')
  await waitFor(() => expect(field()).toBe('weatherLocation'))
})
