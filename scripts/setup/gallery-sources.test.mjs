import { expect, test } from 'vitest'
import { galleryPackages, galleryState, notedStates } from './gallery-sources.mjs'

test('the picture of each package of the gallery was taken of its present files', () => {
  const states = galleryPackages().map((id) => [id, galleryState(id)])
  expect(states).toHaveLength(9)
  // After a change of a package: node scripts/pictures.mjs gallery
  expect(notedStates()).toEqual(Object.fromEntries(states))
})
