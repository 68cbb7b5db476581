import { expect, test } from 'vitest'
import { floorNames } from './floor-names.ts'

test.each([
  ['G, 1, 2', ['G', '1', '2']],
  ['G; 1-4', ['G', '1', '2', '3', '4']],
  ['0–2', ['0', '1', '2']],
  ['1, 1, 2', ['1', '2']],
])('%s expands to several floors', (text, floors) => {
  expect(floorNames(text)).toEqual(floors)
})

test.each(['Ground', '', 'B-12', '12-1', '1-999', 'Wing A-B', ','])('%s is none', (text) => {
  expect(floorNames(text)).toEqual([])
})
