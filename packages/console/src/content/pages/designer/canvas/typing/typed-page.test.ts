import { bindingsIn } from '@vitrine/contract/document/source-data'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawnText } from './typed-page.ts'

const part = fc.constantFrom(
  '{',
  '}',
  ':',
  '|',
  ' ',
  '\n',
  'Menu',
  'Price of Rye',
  '2',
  '{Menu: Price of Rye | 2}',
)

test('a text that is typed is drawn as it is typed, with no reference in it, and is never empty', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const text = parts.join('')
      const drawn = drawnText(text)
      expect(bindingsIn(drawn)).toEqual([])
      expect(drawn.replaceAll(/[\u200b\u2060]/g, '')).toBe(text)
      expect(drawn.trim()).not.toBe('')
    }),
  )
  expect(bindingsIn('{Menu: Price of Rye | 2}')).toHaveLength(1)
})
