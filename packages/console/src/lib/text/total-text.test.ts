import { COUNTED_MOST, SEARCHED_MOST } from '@vitrine/contract/api/base/totals'
import { expect, test } from 'vitest'
import { totalText } from './format.ts'

test.each([
  [COUNTED_MOST, undefined, '10000'],
  [COUNTED_MOST + 1, undefined, '10,000+'],
  [COUNTED_MOST + 1, ' ', '10,000+'],
  [SEARCHED_MOST + 1, undefined, '1001'],
  [SEARCHED_MOST, 'film', '1000'],
  [SEARCHED_MOST + 1, 'film', '1,000+'],
  // A later page counts as far as it reaches.
  [1501, 'film', '1,500+'],
])('a total of %i for the search %s is shown as %s', (total, search, text) => {
  expect(totalText(total, search)).toBe(text)
})
