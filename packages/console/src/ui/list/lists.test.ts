import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { SHOWN, truncate } from '#ui/truncate.tsx'
import { listSearch, PAGE_SIZE } from './list-search.ts'
import { type PageRequest, pageOfRows, pageQuery } from './list-source.ts'

const stored = [
  { name: 'Lobby 10', floors: 2 },
  { name: 'lobby 9', floors: 7 },
  { name: 'Annex', floors: 5 },
]
const request = { page: 1, pageSize: 10, search: undefined, sort: undefined }

describe('an in-memory list', () => {
  const names = (change: object) => pageOfRows(stored, { ...request, ...change }).rows.map(({ name }) => name)

  test('sorts by a field in both directions', () => {
    expect(names({ sort: 'floors' })).toEqual(['Lobby 10', 'Annex', 'lobby 9'])
    expect(names({ sort: '-floors' })).toEqual(['lobby 9', 'Annex', 'Lobby 10'])
    expect(names({})).toEqual(stored.map(({ name }) => name))
  })

  test('searches all fields', () => {
    expect(names({ search: 'LOBBY 1' })).toEqual(['Lobby 10'])
    expect(names({ search: 'nothing' })).toEqual([])
  })
})

describe('a page of a list', () => {
  const source = {
    key: ['numbers'],
    load: async (query: PageRequest) =>
      pageOfRows(
        Array.from({ length: 23 }, (_, number) => ({ number })),
        query,
      ),
  }
  const load = async (page: number) =>
    new QueryClient().fetchQuery(
      pageQuery(source, { q: '', tag: undefined, sort: undefined, page, size: PAGE_SIZE }),
    )
  const numbers = async (page: number) => (await load(page)).rows.map(({ number }) => number)

  test('D-005, B-003: 23 items are three pages of 10', async () => {
    expect(PAGE_SIZE).toBe(10)
    expect(await load(1)).toMatchObject({ page: 1, pages: 3, total: 23 })
    expect(await numbers(1)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(await numbers(3)).toEqual([20, 21, 22])
  })

  test('beyond the end is the last page', async () => {
    expect(await load(9)).toMatchObject({ page: 3 })
    expect(await numbers(9)).toEqual([20, 21, 22])
  })

  test('an empty list has one page', async () => {
    const empty = { ...source, load: async () => ({ rows: [], total: 0 }) }
    const page = await new QueryClient().fetchQuery(
      pageQuery(empty, { q: '', tag: undefined, sort: undefined, page: 4, size: PAGE_SIZE }),
    )
    expect(page).toMatchObject({ page: 1, pages: 1, rows: [] })
  })
})

test('the URL keeps valid parts and drops the rest', () => {
  expect(listSearch({ q: 7, sort: '-name', page: '3', size: 25 })).toEqual({
    q: '7',
    sort: '-name',
    page: 3,
    size: 25,
  })
  expect(listSearch({ q: {}, sort: 'a b', page: -1, size: 11 })).toEqual({})
})

describe('names are truncated visually', () => {
  test.each([
    ['B-017', 'folder', 8],
    ['B-018', 'mediaCard', 15],
    ['B-019', 'mediaList', 12],
  ] as const)('%s: of a %s to %i characters', (_row, what, letters) => {
    expect(truncate('x'.repeat(letters), SHOWN[what])).toBe('x'.repeat(letters))
    expect(truncate('x'.repeat(letters + 1), SHOWN[what])).toBe(`${'x'.repeat(letters)}…`)
  })

  test('a name is truncated only if it is longer', () => {
    expect(truncate('ABCDEFGHIJ', SHOWN.folder)).toBe('ABCDEFGH…')
    expect(truncate('ABCDEFGH', SHOWN.folder)).toBe('ABCDEFGH')
  })

  test('a name is truncated between characters, never inside one', () => {
    expect(truncate('😀😀😀', 2)).toBe('😀😀…')
  })
})
