import fc from 'fast-check'
import { expect, it } from 'vitest'
import { KeptPictures } from './kept-pictures.ts'

type Size = { naturalWidth: number; naturalHeight: number }
const FULL_HD = { naturalWidth: 1920, naturalHeight: 1080 }
const MOST = 64_000_000

it('lends a picture to one caller at a time, and keeps one per URL', () => {
  const kept = new KeptPictures<Size>()
  const [first, second] = [{ ...FULL_HD }, { ...FULL_HD }]
  expect([kept.giveBack('a', first), kept.giveBack('a', second)]).toEqual([true, false])
  expect(kept.take('a')).toBe(first)
  expect(kept.take('a')).toBeUndefined()
})

it('keeps none that failed to load', () => {
  const kept = new KeptPictures<Size>()
  expect(kept.giveBack('a', { naturalWidth: 0, naturalHeight: 0 })).toBe(false)
  expect(kept.take('a')).toBeUndefined()
})

it('keeps the most recent pictures within its limit', () => {
  const shows = fc.array(fc.record({ url: fc.nat({ max: 60 }), width: fc.integer({ min: 1, max: 12_000 }) }))
  fc.assert(
    fc.property(shows, (list) => {
      const kept = new KeptPictures<Size>()
      const shown: { url: string; picture: Size }[] = []
      for (const { url: number, width } of list) {
        const url = `${number}`
        const picture = kept.take(url) ?? { naturalWidth: width, naturalHeight: 4000 }
        kept.giveBack(url, picture)
        shown.push({ url, picture })
      }
      const sizeOf = ({ naturalWidth, naturalHeight }: Size) => naturalWidth * naturalHeight
      let [since, held] = [0, 0]
      const seen = new Set<string>()
      for (const { url, picture } of shown.reverse()) {
        // A picture evicted to make room for a larger one stays evicted, even if the larger one is evicted, too.
        since += sizeOf(picture)
        if (seen.has(url)) continue
        seen.add(url)
        const found = kept.take(url)
        held += found ? sizeOf(found) : 0
        if (since <= MOST) expect(found).toBe(picture)
      }
      expect(held).toBeLessThanOrEqual(MOST)
    }),
  )
})
