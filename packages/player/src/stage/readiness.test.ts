// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
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

test('a page waits for the copy of a blurred film while the film is drawn, but shows the film if none comes', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => setTimeout(act, 40))
  const page = pageWith({ readyState: 2, played: { length: 0 } })
  page.firstElementChild?.setAttribute('data-awaits-copy', '')
  const look = (givenUp = false) => readinessOf(page, ['zone'], false, givenUp)
  expect(look()).toBe('waiting')
  await vi.advanceTimersByTimeAsync(400)
  expect(look()).toBe('waiting')
  expect(look(true)).toBe('ready')
  page.firstElementChild?.removeAttribute('data-awaits-copy')
  expect(look()).toBe('ready')
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test.each([
  // Frames that a decoded video waits for: those of 400 milliseconds, and more than five, but no more than four seconds.
  [4, 100],
  [16, 25],
  [40, 10],
  [80, 6],
  [100, 6],
  [300, 6],
  [1000, 4],
])('with a frame every %i ms, a video counts as drawn after %i frames', async (frameMs, frames) => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => setTimeout(act, frameMs))
  const page = pageWith({ readyState: 2, played: { length: 0 } })
  let passed = 0
  for (; readinessOf(page, ['zone'], false, false) === 'waiting' && passed < 200; passed++)
    await vi.advanceTimersByTimeAsync(frameMs)
  expect(passed).toBe(frames)
})
