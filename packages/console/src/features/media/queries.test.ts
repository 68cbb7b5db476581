// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '#lib/api.ts'
import { libraryQuery, loadAllMedia } from './queries.ts'

const list = vi.spyOn(api.media, 'list')
const folder = vi.spyOn(api.media, 'folder')
afterEach(() => {
  list.mockReset()
  folder.mockReset()
})

/** A library of this many items, paged like the server's. */
const holding = (total: number) =>
  list.mockImplementation(async (args) => {
    const { page = 1, pageSize = 50 } = args?.query ?? {}
    const count = Math.max(0, Math.min(Number(pageSize), total - (Number(page) - 1) * Number(pageSize)))
    return { media: { folders: [], media: Array.from({ length: count }, () => ({})), total } } as never
  })

test.each([100, 100_000])('the first screenful of %i items is one request for one page', async (total) => {
  holding(total)
  const { pages } = await new QueryClient().fetchInfiniteQuery(libraryQuery({ folderId: null }))
  expect(pages[0]?.media).toHaveLength(60)
  expect(list.mock.calls.map(([args]) => args?.query)).toEqual([
    { page: 1, pageSize: 60, sort: '-createdAt', kinds: undefined, search: undefined },
  ])
})

test('has a next page until everything is loaded', async () => {
  holding(130)
  const query = libraryQuery({ folderId: null })
  const { pages } = await new QueryClient().fetchInfiniteQuery({ ...query, pages: 9 })
  expect(pages.map(({ media }) => media.length)).toEqual([60, 60, 10])
})

test('sends search, order and kinds to the server', async () => {
  holding(1)
  const request = { folderId: 'f', search: 'sale', sort: 'largest', kinds: ['image', 'video'] } as const
  await new QueryClient().fetchInfiniteQuery(libraryQuery(request))
  expect(folder).not.toHaveBeenCalled()
  expect(list.mock.calls[0]?.[0]?.query).toMatchObject({
    search: 'sale',
    sort: '-size',
    kinds: 'image,video',
  })
})

test('selecting all loads everything', async () => {
  holding(450)
  expect(await loadAllMedia(new QueryClient(), { folderId: null })).toHaveLength(450)
  expect(list).toHaveBeenCalledTimes(3)
})
