import { ICON_MAX, readIcon } from '@vitrine/contract/fields/icon'
import tags from 'lucide-static/tags.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { iconPath } from './icon-path.ts'
import { searchIcons } from './icon-search.ts'
import { iconSet } from './icon-set.ts'
import words from './words.json' with { type: 'json' }

test('every icon of the set can be stored', () => {
  const names = iconSet.search('')
  expect(names.length).toBeGreaterThan(1500)
  const wrong = names.filter((name) => readIcon(iconSet.stored(name))?.name !== name)
  expect(wrong).toEqual([])
  expect(Math.max(...names.map((name) => iconSet.stored(name).length))).toBeLessThanOrEqual(ICON_MAX / 2)
})

test.each([
  ['coffee', 'coffee'],
  ['Kaffee', 'coffee'],
  ['café', 'coffee'],
  ['قهوة', 'coffee'],
  ['Bäckerei', 'bakery'],
  ['voiture', 'car'],
  ['bicicleta', 'bike'],
  ['طائرة', 'plane'],
  ['wheelch', 'wheelchair'],
])('a search for %s finds the word %s', (search, word) => {
  const found = searchIcons(tags, search).slice(0, 12)
  const isOf = (name: string) =>
    name.includes(word) || (tags as Record<string, string[]>)[name]?.some((tag) => tag.includes(word))
  expect(found.length).toBeGreaterThan(0)
  expect(found.every(isOf)).toBe(true)
})

test('a search without matches finds nothing', () => {
  expect(searchIcons(tags, 'zzzz')).toEqual([])
})

test('every translated word has an icon, in all four languages', () => {
  const without = Object.entries(words).filter(
    ([english, others]) =>
      others.length !== 4 ||
      searchIcons(tags, english).length === 0 ||
      others.some((other) => searchIcons(tags, other).length === 0),
  )
  expect(without.map(([english]) => english)).toEqual([])
})

test.each([
  ['line', { x1: '1', y1: '2', x2: '3', y2: '4' }, 'M1 2L3 4'],
  ['circle', { cx: '12', cy: '12', r: '2' }, 'M10 12a2 2 0 1 0 4 0a2 2 0 1 0 -4 0'],
  ['rect', { width: '4', height: '6', x: '1', y: '2' }, 'M1 2h4v6h-4z'],
  ['polygon', { points: '1,2 3,4' }, 'M1 2 3 4z'],
  ['script', { d: 'M0 0' }, ''],
])('the path of a %s', (tag, attributes, path) => {
  expect(iconPath([[tag, attributes as never]])).toBe(path)
})
