// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PageContext } from '#lib/page.ts'
import { OpenSite } from './open-site.tsx'

const SITES = ['example.org']
let root: Root
const onClose = vi.fn()
beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  onClose.mockReset()
  const overlay = document.createElement('div')
  document.body.append(overlay)
  root = createRoot(overlay)
  await act(async () =>
    root.render(
      <PageContext value={{ overlay, width: 1920, height: 1080 } as never}>
        <OpenSite
          address="https://menu.example.org/"
          title="Menu"
          locale="en-us"
          dir="ltr"
          sites={SITES}
          onClose={onClose}
        />
      </PageContext>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
})

async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) await act(async () => vi.advanceTimersByTime(1000))
}
const question = () =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.includes('Still there?'))

it('a site asks before it closes, and closes without an answer', async () => {
  await pass(59)
  expect(question()).toBeUndefined()
  await pass(2)
  expect(question()?.textContent).toContain('Closes in 19 s')
  await pass(10)
  expect(question()?.textContent).toContain('Closes in 9 s')
  expect(onClose).not.toHaveBeenCalled()
  await pass(10)
  expect(onClose).toHaveBeenCalled()
})

it('a touch and a key answer the question, as often as it is asked', async () => {
  for (const answer of ['click', 'keydown']) {
    await pass(61)
    expect(document.activeElement).toBe(question())
    await act(async () => question()?.dispatchEvent(new Event(answer, { bubbles: true })))
    expect(question()).toBeUndefined()
    expect(document.activeElement?.tagName).toBe('IFRAME')
  }
  await pass(59)
  expect(question()).toBeUndefined()
  expect(onClose).not.toHaveBeenCalled()
})

it('a first touch of the site, which only moves the focus there, restarts the time', async () => {
  await pass(50)
  document.querySelector('iframe')?.focus()
  await act(async () => window.dispatchEvent(new Event('blur')))
  await pass(50)
  expect(question()).toBeUndefined()
  await pass(11)
  expect(question()).toBeDefined()
})
