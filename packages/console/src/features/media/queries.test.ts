// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '#lib/api.ts'
import { libraryQuery } from './queries.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a search is sent in a task of its own, not in the one that has drawn its letter', async () => {
  vi.useFakeTimers()
  const media = { folders: [], media: [] } as never
  const list = vi.spyOn(api.media, 'list').mockResolvedValue({ media })
  const found = new QueryClient().fetchQuery(libraryQuery(null, 'sale'))
  for (let n = 0; n < 20; n++) await Promise.resolve()
  expect(list).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(0)
  expect(list).toHaveBeenCalledTimes(1)
  expect(await found).toEqual({ path: [], folders: [], media: [] })
})
