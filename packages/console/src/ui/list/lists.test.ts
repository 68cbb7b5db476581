import { describe, expect, test } from 'vitest'
import { SHOWN, truncate } from '#ui/truncate.tsx'
import { listSearch, PAGE_SIZE } from './list-search.ts'
import { matching, pageOf, sorted } from './table-rows.ts'

interface Row {
  name: string
  floors: number | null
}
const columns = [
  { key: 'name', value: (row: Row) => row.name },
  { key: 'floors', value: (row: Row) => row.floors },
  { key: 'picture' },
]
const rows: Row[] = [
  { name: 'Lobby 10', floors: 2 },
  { name: 'lobby 9', floors: null },
  { name: 'Annex', floors: 10 },
]
const names = (list: readonly Row[]) => list.map(({ name }) => name)

describe('rows', () => {
  test('are sorted by words and numbers as people read them, empty cells last both ways', () => {
    expect(names(sorted(rows, columns, 'name'))).toEqual(['Annex', 'lobby 9', 'Lobby 10'])
    expect(names(sorted(rows, columns, 'floors'))).toEqual(['Lobby 10', 'Annex', 'lobby 9'])
    expect(names(sorted(rows, columns, '-floors'))).toEqual(['Annex', 'Lobby 10', 'lobby 9'])
    expect(sorted(rows, columns, 'nope')).toEqual(rows)
    expect(sorted(rows, columns, 'picture')).toEqual(rows)
  })

  test('match when every word occurs somewhere', () => {
    expect(names(matching(rows, columns, 'LOBBY 10'))).toEqual(['Lobby 10'])
    expect(matching(rows, columns, '  ')).toHaveLength(3)
    expect(matching(rows, columns, 'nothing')).toEqual([])
  })

  test('D-005, B-003: 23 items are three pages of 10', () => {
    const many = Array.from({ length: 23 }, (_, index) => index)
    expect(PAGE_SIZE).toBe(10)
    expect(pageOf(many, 1, PAGE_SIZE)).toMatchObject({ pages: 3, page: 1, from: 0, rows: many.slice(0, 10) })
    expect(pageOf(many, 3, PAGE_SIZE).rows).toEqual([20, 21, 22])
    expect(pageOf(many, 9, PAGE_SIZE).page).toBe(3)
    expect(pageOf([], 1, PAGE_SIZE)).toMatchObject({ pages: 1, page: 1, rows: [] })
  })
})

test('the address keeps what makes sense and drops the rest', () => {
  expect(listSearch({ q: 7, sort: '-name', page: '3', size: 25 })).toEqual({
    q: '7',
    sort: '-name',
    page: 3,
    size: 25,
  })
  expect(listSearch({ q: {}, sort: 'a b', page: -1, size: 11 })).toEqual({})
})

describe('names are cut for the eye', () => {
  test.each([
    ['B-017', 'folder', 8],
    ['B-018', 'mediaCard', 15],
    ['B-019', 'mediaList', 12],
  ] as const)('%s: of a %s to %i letters', (_row, what, letters) => {
    expect(truncate('x'.repeat(letters), SHOWN[what])).toBe('x'.repeat(letters))
    expect(truncate('x'.repeat(letters + 1), SHOWN[what])).toBe(`${'x'.repeat(letters)}…`)
  })

  test('only when longer', () => {
    expect(truncate('ABCDEFGHIJ', SHOWN.folder)).toBe('ABCDEFGH…')
    expect(truncate('ABCDEFGH', SHOWN.folder)).toBe('ABCDEFGH')
  })

  test('between characters, never inside one', () => {
    expect(truncate('😀😀😀', 2)).toBe('😀😀…')
  })
})
