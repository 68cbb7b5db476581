// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useCornerGesture } from './use-corner-gesture.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => void vi.useRealTimers())

const now = () => Date.now()
function Corner() {
  const [open] = useCornerGesture(now)
  return open ? 'open' : 'closed'
}

it('the service corner closes a minute after the last touch', () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  act(() => root.render(<Corner />))
  const press = (init: KeyboardEventInit) =>
    act(() => void window.dispatchEvent(new KeyboardEvent('keydown', init)))
  const advance = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1000))
  press({ code: 'KeyS', ctrlKey: true, altKey: true })
  expect(place.textContent).toBe('open')
  advance(59)
  act(() => void window.dispatchEvent(new PointerEvent('pointerdown', { clientX: 500, clientY: 400 })))
  advance(59)
  expect(place.textContent).toBe('open')
  advance(1)
  expect(place.textContent).toBe('closed')
  act(() => root.unmount())
})
