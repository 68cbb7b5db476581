import { expect, test } from 'vitest'
import { typedMention, withMention } from './mentioning.ts'

test.each([
  ['@', { at: 0, search: '' }],
  ['Hello @ad', { at: 6, search: 'ad' }],
  ['(@Ada Lo', { at: 1, search: 'Ada Lo' }],
  ['a@b.example', undefined],
  ['@Ada Lovelace says', undefined],
  ['@Ada\nnext', undefined],
  ['no one', undefined],
])('%j asks for %j', (text, expected) => {
  expect(typedMention(text, text.length)).toEqual(expected)
})

test('a chosen name replaces its beginning', () => {
  const text = 'Ask @ad please'
  const typed = typedMention(text, 7)
  if (!typed) throw new Error('No mention')
  expect(withMention(text, typed, 'Ada Lovelace')).toEqual({ text: 'Ask @Ada Lovelace please', caret: 18 })
})
