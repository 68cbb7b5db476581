import { afterEach, expect, test, vi } from 'vitest'
import { readJson, STORED, storage } from '#lib/browser/storage.ts'
import { clearLookups, lookupQuery } from './lookups.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  clearLookups()
})

test('E-027, E-029: a list is fetched once by name, then read from local storage', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const data = [{ label: url, value: 1 }]
    return new Response(JSON.stringify({ data }), { headers: { 'content-type': 'application/json' } })
  })
  const read = (name: string) => lookupQuery(name).queryFn?.({} as never)
  const [first, again, other] = [await read('fonts'), await read('fonts'), await read('cities')]
  expect(asked).toEqual(['/api/lookups/fonts', '/api/lookups/cities'])
  expect(again).toEqual(first)
  expect(other).not.toEqual(first)
  expect(Object.keys(readJson(storage, STORED.lookups) as object)).toEqual(['fonts', 'cities'])
})
