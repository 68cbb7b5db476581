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
