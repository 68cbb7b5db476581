// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { readinessOf } from './readiness.ts'

// The test environment doesn't define it.
Object.assign(HTMLMediaElement, { HAVE_CURRENT_DATA: 2 })

/** A page whose zone shows an unchecked video. */
function pageWith(video: { readyState: number; played: { length: number } }): HTMLElement {
  const page = document.createElement('div')
  page.innerHTML = '<div data-widget="zone"><video></video></div>'
  for (const [name, value] of Object.entries(video))
    Object.defineProperty(page.querySelector('video'), name, { value })
  return page
}
const lookAt = (page: HTMLElement) => readinessOf(page, ['zone'], false, true)

test('a page accepts a video that replaced another one while the page shows', () => {
  expect(lookAt(pageWith({ readyState: 2, played: { length: 1 } }))).toBe('ready')
})

test('a video that has not drawn a frame, or lost its picture, is not ready', () => {
  expect(lookAt(pageWith({ readyState: 2, played: { length: 0 } }))).toBe('empty')
  expect(lookAt(pageWith({ readyState: 1, played: { length: 1 } }))).toBe('empty')
})
