import { expect, test } from 'vitest'
import { textOf } from './texts.ts'

test('a message lists things in the order in which people count them', () => {
  const things = ['Screen 10', 'Screen 2', 'Screen 1'].map((name) => ({ name, place: '', outcome: null }))
  expect(textOf('3 screens are offline', things, 'http://console')).toContain(
    '- Screen 1\n- Screen 2\n- Screen 10',
  )
})
