// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { searchKey } from '@vitrine/contract/search-key'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#lib/api.ts'
import { libraryQuery, mediaKey } from './queries.ts'

const line = vi.hoisted(() => ({ open: true }))
vi.mock('#lib/server/watch.ts', () => ({ isWatching: () => line.open }))

const named = (names: readonly string[]) => names.map((name) => ({ id: name, name }))
const NAMES = ['Sale', 'SALE 20%', 'sail', 'Ａutumn sale', 'Straße', ' sunset ', 'x']
let folders: readonly string[] = []

/** As the server answers it. */
const list = vi.spyOn(api.media, 'list')
beforeEach(() => {
  line.open = true
  folders = []
  list.mockImplementation(async (args) => {
    const search = String(args?.query?.search ?? '')
    const fits = ({ name }: { name: string }) => searchKey(name).includes(searchKey(search))
    return { media: { folders: named(folders).filter(fits), media: named(NAMES).filter(fits) } } as never
  })
})
afterEach(() => {
  vi.useRealTimers()
  list.mockReset()
})

test('a search is sent in a task of its own, not in the one that has drawn its letter', async () => {
  vi.useFakeTimers()
  const found = new QueryClient().fetchQuery(libraryQuery(null, 'nothing'))
  for (let n = 0; n < 20; n++) await Promise.resolve()
  expect(list).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(0)
  expect(list).toHaveBeenCalledTimes(1)
  expect(await found).toEqual({ path: [], folders: [], media: [] })
})

const look = (client: QueryClient, search: string) => client.fetchQuery(libraryQuery(null, search))

test('what a part of a search has found is looked through here, and is what the server would find', async () => {
  folders = ['Sale', 'Summer']
  const searches = ['s', 'S', 'sa', ' sal ', 'sale', 'SALE 2', 'ｓa', 'straß', 'sunset', '%', 'u', 'um']
  for (const first of searches)
    for (const next of searches) {
      const client = new QueryClient()
      await look(client, first)
      list.mockClear()
      const here = await look(client, next)
      const asked = list.mock.calls.length
      const there = await look(new QueryClient(), next)
      expect(here, `${first}, then ${next}`).toEqual(there)
      expect(asked, `${first}, then ${next}`).toBe(searchKey(next).includes(searchKey(first)) ? 0 : 1)
    }
})

test('Root holds everything only where there are no folders', async () => {
  for (const [there, calls] of [[[], 1] as const, [['Archive'], 2] as const]) {
    folders = there
    list.mockClear()
    const client = new QueryClient()
    await look(client, '')
    expect((await look(client, 'sale')).media).toHaveLength(3)
    expect(list).toHaveBeenCalledTimes(calls)
  }
})

test('the server is asked anew for what somebody changed, and where it cannot say so', async () => {
  const client = new QueryClient()
  await look(client, 's')
  await client.invalidateQueries({ queryKey: mediaKey })
  await look(client, 'sa')
  expect(list).toHaveBeenCalledTimes(2)
  line.open = false
  await look(client, 'sal')
  expect(list).toHaveBeenCalledTimes(3)
})
