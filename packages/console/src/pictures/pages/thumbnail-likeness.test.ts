import { PACKAGE_TYPE } from '@vitrine/contract/document/package-files'
import { expect, test } from 'vitest'
import { isLikeness } from './thumbnail-likeness.ts'

const SIZES = [1, 160, 320, 321, 1920]

// What a thumbnail shows of each: a JPEG is opaque, and a video would have to be decoded for each picture of a page.
test.each([
  ['image/jpeg', [true, true, true, false, false]],
  ['image/png', [false, false, false, false, false]],
  ['image/webp', [false, false, false, false, false]],
  ['image/gif', [false, false, false, false, false]],
  ['image/avif', [false, false, false, false, false]],
  ['image/svg+xml', [false, false, false, false, false]],
  [PACKAGE_TYPE, [false, false, false, false, false]],
  ['video/mp4', [true, true, true, true, true]],
])('a page has the thumbnail of %s in place of the file where both look the same', (mimetype, wanted) => {
  expect(SIZES.map((across) => isLikeness(mimetype, across, 1))).toEqual(wanted)
})

test('a dense display needs more pixels', () => {
  expect([160, 161].map((across) => isLikeness('image/jpeg', across, 2))).toEqual([true, false])
})
