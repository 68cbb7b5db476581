import fc from 'fast-check'
import { expect, it } from 'vitest'
import { KeptPictures } from './kept-pictures.ts'

type Size = { naturalWidth: number; naturalHeight: number }
const FULL_HD = { naturalWidth: 1920, naturalHeight: 1080 }
const MOST = 64_000_000

it('gives a picture to one taker at a time, and keeps one of each address', () => {
  const kept = new KeptPictures<Size>()
  const [first, second] = [{ ...FULL_HD }, { ...FULL_HD }]
  expect([kept.giveBack('a', first), kept.giveBack('a', second)]).toEqual([true, false])
  expect(kept.take('a')).toBe(first)
  expect(kept.take('a')).toBeUndefined()
})

it('keeps none that did not come', () => {
  const kept = new KeptPictures<Size>()
  expect(kept.giveBack('a', { naturalWidth: 0, naturalHeight: 0 })).toBe(false)
  expect(kept.take('a')).toBeUndefined()
})

it('keeps what was shown last, never more than its room', () => {
  const shows = fc.array(fc.record({ url: fc.nat({ max: 60 }), width: fc.integer({ min: 1, max: 12_000 }) }))
  fc.assert(
    fc.property(shows, (list) => {
      const kept = new KeptPictures<Size>()
      // By address, in the order of their last shows.
      const shown = new Map<string, Size>()
      for (const { url, width } of list) {
        const picture = kept.take(`${url}`) ?? { naturalWidth: width, naturalHeight: 4000 }
        kept.giveBack(`${url}`, picture)
        shown.delete(`${url}`)
        shown.set(`${url}`, picture)
      }
      const sizeOf = (picture?: Size) => (picture ? picture.naturalWidth * picture.naturalHeight : 0)
      let [all, held] = [0, 0]
      for (const [url, picture] of [...shown].reverse()) {
        const found = kept.take(url)
        all += sizeOf(picture)
        held += sizeOf(found)
        if (all <= MOST) expect(found).toBe(picture)
      }
      expect(held).toBeLessThanOrEqual(MOST)
    }),
  )
})
