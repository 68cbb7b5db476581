import { expect, test } from 'vitest'
import { ICON_MAX, readIcon, storedIcon } from './icon.ts'

test('an icon is its name and its path', () => {
  const icon = { name: 'coffee', path: 'M10 2v2M6 2v-.5' }
  expect(readIcon(storedIcon(icon))).toEqual(icon)
})

test.each([
  '',
  'coffee',
  'coffee ',
  'Coffee M0 0',
  'a M0 0"/><script>',
  'a url(#x)',
  'a M0 0;',
  5,
  null,
  `a ${'0'.repeat(ICON_MAX - 1)}`,
])('%j is not an icon', (stored) => {
  expect(readIcon(stored)).toBeUndefined()
})

test('the longest icon is one', () => {
  expect(readIcon(`a ${'0'.repeat(ICON_MAX - 2)}`)).toBeDefined()
})
