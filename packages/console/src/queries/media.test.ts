// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '#lib/api.ts'
import { foldersQuery, libraryQuery, loadAllMedia } from './media.ts'

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

test('loads further folders before further media, which come after the last folder', async () => {
  const folders = ['A', 'B', 'C'].map((name) => ({ name }))
  list.mockImplementation(async (args) => {
    const { page = 1, foldersAfter } = args?.query ?? {}
    const at = Number(foldersAfter ?? 0)
    const some = {
      folders: page === 1 ? folders.slice(at, at + 1) : [],
      ...(page === 1 && { foldersNext: at < 2 ? String(at + 1) : null }),
    }
    const media = Array.from({ length: foldersAfter === undefined ? 60 : 0 }, () => ({}))
    return { media: { ...some, media, ...(foldersAfter === undefined && { total: 150 }) } } as never
  })
  const query = libraryQuery({ folderId: null })
  const client = new QueryClient()
  const shown = async (pages: number) =>
    query.select?.(await client.fetchInfiniteQuery({ ...query, pages, staleTime: 0 }))
  expect(await shown(2)).toMatchObject({ folders: folders.slice(0, 2), hasMoreFolders: true, media: [] })
  const complete = await shown(3)
  expect(complete).toMatchObject({ folders, hasMoreFolders: false, total: 150 })
  expect(complete?.media).toHaveLength(60)
  expect((await shown(9))?.media).toHaveLength(180)
  expect(list.mock.calls.slice(-5).map(([args]) => [args?.query?.page, args?.query?.foldersAfter])).toEqual([
    [1, undefined],
    [1, '1'],
    [1, '2'],
    [2, undefined],
    [3, undefined],
  ])
})

test('folders to move to continue until the last', async () => {
  list.mockImplementation(async (args) => {
    const at = Number(args?.query?.foldersAfter ?? 0)
    return {
      media: { media: [], folders: [{ name: `${at}` }], foldersNext: at < 2 ? `${at + 1}` : null },
    } as never
  })
  const query = foldersQuery(null)
  const { pages } = await new QueryClient().fetchInfiniteQuery({ ...query, pages: 9 })
  expect(pages.flatMap(({ folders }) => folders.map(({ name }) => name))).toEqual(['0', '1', '2'])
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
