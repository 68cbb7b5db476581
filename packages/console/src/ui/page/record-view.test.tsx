// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { RecordView } from './record-view.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

test('input is discarded for the newer version only once that has loaded', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const refetch = vi.fn<() => Promise<{ error: Error | null }>>()
  let reload = async () => {}
  const query = { data: 'stored', isPending: false, error: null, refetch } as never
  await act(() =>
    root.render(
      <RecordView<string> query={query}>
        {(stored, again) => {
          reload = again
          return <input defaultValue={stored} />
        }}
      </RecordView>,
    ),
  )
  const typed = () => place.querySelector('input')?.value
  const input = place.querySelector('input')
  if (input) input.value = 'typed'

  refetch.mockResolvedValueOnce({ error: new Error('away') })
  await expect(act(() => reload())).rejects.toThrow('away')
  expect(typed()).toBe('typed')
  refetch.mockResolvedValueOnce({ error: null })
  await act(() => reload())
  expect(typed()).toBe('stored')
  act(() => root.unmount())
})
