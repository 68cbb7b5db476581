// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lateDialog } from './late-dialog.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a dialog is not fetched ahead under a hand that drags, but when it has let go', () => {
  const load = vi.fn(async () => () => null)
  const Dialog = lateDialog<{ opened: boolean }>(load)
  const pressed = vi.spyOn(document, 'querySelector').mockReturnValue(document.body)
  const root = createRoot(document.createElement('div'))
  act(() => root.render(<Dialog opened={false} />))
  vi.advanceTimersByTime(20_000)
  expect(pressed).toHaveBeenCalledWith(':active')
  expect(load).not.toHaveBeenCalled()
  pressed.mockReturnValue(null)
  vi.advanceTimersByTime(20_000)
  expect(load).toHaveBeenCalledTimes(1)
  act(() => root.unmount())
})

test('a dialog that came ahead is there with the press, not when React has shown for a while that it waits', async () => {
  const Dialog = lateDialog<{ opened: boolean }>(
    async () =>
      ({ opened }) =>
        opened ? <p>there</p> : null,
  )
  const home = document.createElement('div')
  const root = createRoot(home)
  act(() => root.render(<Dialog opened={false} />))
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  act(() => root.render(<Dialog opened />))
  expect(home.textContent).toBe('there')
  act(() => root.unmount())
})
