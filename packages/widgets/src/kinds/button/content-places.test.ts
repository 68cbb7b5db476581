import { expect, test } from 'vitest'
import { contentPlaces } from './content-places.ts'

const box = { left: 10, top: 0, width: 200, height: 60 }
const at = (place: 'before' | 'after' | 'above' | undefined, hasWords = true) =>
  contentPlaces({ box, letters: 20, place, hasWords })

test('without an icon, the words have the whole box', () => {
  expect(at(undefined)).toEqual({ icon: undefined, words: box })
})

test('an icon is before, after, or above the words', () => {
  expect(at('before')).toMatchObject({
    icon: { left: 10, top: 14, width: 32 },
    words: { left: 50, width: 160 },
  })
  expect(at('after')).toMatchObject({
    icon: { left: 178, top: 14, width: 32 },
    words: { left: 10, width: 160 },
  })
  expect(at('above')).toMatchObject({
    icon: { left: 93.5, top: 0, width: 33 },
    words: { left: 10, width: 200 },
  })
})

test('without words, it fills the box', () => {
  expect(at('before', false).icon).toEqual({ left: 80, top: 0, width: 60, height: 60 })
})
