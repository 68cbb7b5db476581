// @vitest-environment happy-dom
import { useFocusTrap } from '@mantine/hooks'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepFocus, keepQuickTabs } from './keep-focus.ts'

let end: () => void
beforeEach(() => {
  vi.useFakeTimers()
  // jsdom has no layout.
  Element.prototype.checkVisibility = () => true
  end = keepFocus()
})
afterEach(() => {
  end()
  vi.useRealTimers()
})

const byId = (id: string) => document.getElementById(id)
async function page(html: string, focused: string) {
  document.body.innerHTML = html
  byId(focused)?.focus()
  await settled()
}
async function settled() {
  await Promise.resolve()
  await vi.advanceTimersByTimeAsync(400)
}
const focused = () => document.activeElement?.id
const LIST = `<main id="main" tabindex="-1"><div><button id="before"></button><p><button id="gone"></button></p>
  <button id="after"></button></div></main>`

test('focuses the control after a removed one, or the one before it', async () => {
  await page(LIST, 'gone')
  byId('gone')?.parentElement?.remove()
  await settled()
  expect(focused()).toBe('after')
  byId('after')?.remove()
  await settled()
  expect(focused()).toBe('before')
  byId('before')?.parentElement?.remove()
  await settled()
  expect(focused()).toBe('main')
})

test('returns the focus to the page when a message disappears', async () => {
  await page(`${LIST}<section><button id="undo"></button></section>`, 'gone')
  byId('undo')?.focus()
  byId('undo')?.remove()
  await settled()
  expect(focused()).toBe('gone')
})

test('keeps an existing focus, and does nothing after pointer input', async () => {
  await page(LIST, 'before')
  byId('gone')?.remove()
  await settled()
  expect(focused()).toBe('before')
  document.dispatchEvent(new Event('pointerdown'))
  byId('before')?.remove()
  await settled()
  expect(document.activeElement).toBe(document.body)
})

test('returns the focus to a button that was disabled while it saved, and to no other', async () => {
  await page(LIST, 'after')
  const button = byId('after') as HTMLButtonElement
  button.disabled = true
  await Promise.resolve()
  button.disabled = false
  // Browsers blur a disabled control when they next draw.
  button.blur()
  byId('before')?.remove()
  await settled()
  expect(focused()).toBe('after')
  button.blur()
  byId('gone')?.remove()
  await settled()
  expect(document.activeElement).toBe(document.body)
})

function Dialog() {
  const button = (id: string) => createElement('button', { type: 'button', id, key: id })
  const until = createElement('input', { type: 'datetime-local', id: 'until', key: 'until' })
  const content = [button('close'), until, button('cancel'), button('play')]
  return createElement('div', { role: 'dialog', ref: useFocusTrap() }, content)
}
/** A Tab, and where the browser takes it. */
function tab(next: string, shiftKey = false) {
  const init = { key: 'Tab', shiftKey, bubbles: true, cancelable: true }
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init))
  byId(next)?.focus()
}

test('two quick Tabs out of a date field reach the second control, in both directions', async () => {
  const stop = keepQuickTabs()
  const root = createRoot(document.body)
  // With its effects: the trap focuses the first control when it is mounted, and once more in an effect.
  flushSync(() => root.render(createElement(Dialog)))
  await settled()
  expect(focused()).toBe('close')
  byId('until')?.focus()
  tab('cancel')
  byId('play')?.focus()
  await settled()
  expect(focused()).toBe('play')
  byId('until')?.focus()
  tab('close', true)
  byId('play')?.focus()
  await settled()
  expect(focused()).toBe('play')
  root.unmount()
  stop()
})
