import { expect, it } from 'vitest'
import { SOURCES_LOOKUP } from '#document/source-data.ts'
import type { Field, Fields } from '#fields/field.ts'
import { sourcesIn } from './sources-in.ts'

const TEXT = '{menu: price} and {menu: name}, {Shop: open}'
const bound: Field = { type: 'textbox', label: 'Text', bound: true }
const plain: Field = { type: 'textbox', label: 'Text' }
const source: Field = { type: 'lookup', label: 'Source', lookup: SOURCES_LOOKUP, default: '' }
const city: Field = { type: 'lookup', label: 'City', lookup: 'cities', default: '' }
const group = (item: Fields): Field => ({ type: 'group', label: 'Rows', item })
const NONE: unknown[] = [undefined, null, '', 5, true, [], {}, { text: TEXT }]

it.each<[what: string, field: Field, values: unknown[], sources: string[]]>([
  ['a text with names', bound, [TEXT], ['menu', 'shop']],
  ['a text without names', bound, [...NONE, 'menu: price'], []],
  ['a text whose names mean nothing', plain, [...NONE, TEXT], []],
  [
    'a text with a font',
    { type: 'cellData', label: 'Cell', bound: true },
    [{ text: TEXT }],
    ['menu', 'shop'],
  ],
  ['a text with a font, without names', { type: 'cellData', label: 'Cell' }, [...NONE, TEXT], []],
  ['a source', source, ['Menu'], ['menu']],
  ['no source', source, NONE, []],
  ['another list', city, [...NONE, 'menu'], []],
  [
    'a group',
    group({ a: bound, b: source }),
    [[{ a: TEXT }, { b: 'Other' }, { a: TEXT, b: 'menu' }]],
    ['menu', 'shop', 'other'],
  ],
  ['a group without', group({ a: plain, b: city }), [...NONE, [{ a: TEXT, b: 'menu' }, null, 5]], []],
])('%s names its sources', (_what, field, values, sources) => {
  for (const value of values)
    expect(sourcesIn({ x: field, y: plain }, { x: value, z: TEXT }), JSON.stringify(value)).toEqual(sources)
})

it.each(NONE)('values that are %j name none', (values) => {
  expect(sourcesIn({ x: bound }, values)).toEqual([])
})
