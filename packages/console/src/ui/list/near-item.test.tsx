// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'

type Callback = (
  entries: Pick<IntersectionObserverEntry, 'target' | 'isIntersecting' | 'boundingClientRect'>[],
) => void

afterEach(() => vi.unstubAllGlobals())

test('an item far from what is seen keeps its place without content, unless it has the focus', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  let notify: Callback = () => undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: Callback) {
        notify = callback
      }
      observe() {}
      unobserve() {}
    },
  )
  const { NearItem } = await import('./near-item.tsx')
  const container = document.body.appendChild(document.createElement('div'))
  const list = (
    <ul>
      <NearItem data-key="a">
        <button type="button">Picture</button>
      </NearItem>
    </ul>
  )
  act(() => createRoot(container).render(list))
  const item = container.querySelector('li')
  if (!item) throw new Error('No item')
  const move = (isIntersecting: boolean) =>
    act(() => notify([{ target: item, isIntersecting, boundingClientRect: { height: 120 } as DOMRect }]))
  move(false)
  expect([item.children.length, item.style.blockSize, item.dataset.key]).toEqual([0, '120px', 'a'])
  move(true)
  expect([item.children.length, item.style.blockSize]).toEqual([1, ''])
  item.querySelector('button')?.focus()
  move(false)
  expect(item.children.length).toBe(1)
})
