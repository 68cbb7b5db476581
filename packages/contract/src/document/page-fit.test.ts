import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { SCREEN_SIZES } from '#api/content/layouts.ts'
import { OtherSizeInput, sizeOfDevice } from '#api/screens/screen-size.ts'
import { pixelsOfWall } from '#player/screen-pixels.ts'
import { isShrunk, misfitOf } from './page-fit.ts'
import { placeOf } from './page-place.ts'
import { isSize, PIXELS_MAX, USUAL_SIZES } from './sizes.ts'
import { smallestLetters } from './smallest-letters.ts'

const size = (width: number, height: number) => ({ width, height })
const SIZES = [
  ...Object.values(SCREEN_SIZES),
  ...Object.values(USUAL_SIZES),
  size(3840, 240),
  size(240, 3840),
  size(100, 100),
  size(10_000, 500),
]
const PAIRS = SIZES.flatMap((page) => SIZES.map((screen) => [page, screen] as const))
const side = fc.integer({ min: 100, max: 10_000 })
const anySize = fc.record({ width: side, height: side })

/** The most of a side that may be outside the glass: what `placeOf` cuts off, and half a pixel of rounding. */
const outside = (length: number) => length * 0.005 + 1

/** One scale draws both sides, so nothing is stretched; the rest is that the frame is inside, and as large as it can be. */
function checkFrame(page: { width: number; height: number }, screen: { width: number; height: number }) {
  const { left, top, scale } = placeOf(page, screen)
  const [width, height] = [page.width * scale, page.height * scale]
  expect(left).toBeGreaterThanOrEqual(-outside(screen.width))
  expect(top).toBeGreaterThanOrEqual(-outside(screen.height))
  expect(left + width).toBeLessThanOrEqual(screen.width + outside(screen.width))
  expect(top + height).toBeLessThanOrEqual(screen.height + outside(screen.height))
  // It touches two edges: no stamp in the middle.
  expect(Math.max(width / screen.width, height / screen.height)).toBeGreaterThan(0.999)
  return (
    1 - (Math.min(width, screen.width) * Math.min(height, screen.height)) / (screen.width * screen.height)
  )
}

test.each(PAIRS)('a page of %o is whole and unstretched on a screen of %o', (page, screen) => {
  const empty = checkFrame(page, screen)
  const fault = misfitOf(page, screen)
  if (empty <= 0.02) expect(fault).toBeUndefined()
  else expect(fault?.empty).toBe(Math.round(empty * 100))
})

it('the same for any two sizes, and a page that takes the shape of its screen leaves nothing empty', () => {
  fc.assert(
    fc.property(anySize, anySize, (page, screen) => {
      checkFrame(page, screen)
      expect(misfitOf({ ...page, shape: 'screen' }, screen)).toBeUndefined()
      expect(misfitOf(page, page)).toBeUndefined()
    }),
    { seed: 203 },
  )
})

describe('a page that is drawn smaller', () => {
  const page = SCREEN_SIZES[1]

  it('has letters that are too small from nine pixels down', () => {
    const half = size(960, 540)
    expect(isShrunk(page, half)).toBe(true)
    expect(misfitOf(page, half, 18)).toBeUndefined()
    expect(misfitOf(page, half, 17)).toEqual({ empty: 0, letters: 8 })
    expect(misfitOf(page, size(3840, 240), 24)).toEqual({ empty: 89, letters: 5 })
    expect(misfitOf({ ...page, shape: 'screen' }, size(3840, 240), 24)).toEqual({ empty: 0, letters: 5 })
  })

  it('is judged by its letters only if it is smaller than it was made', () => {
    expect(misfitOf(page, page, 4)).toBeUndefined()
    expect(misfitOf(page, size(3840, 2160), 4)).toBeUndefined()
  })
})

test('the smallest letters are those of visible texts that have a size', () => {
  const text = (fontSettings: object, more: object = {}) => ({ settings: { fontSettings }, ...more }) as never
  expect(smallestLetters([])).toBeUndefined()
  expect(smallestLetters([{ settings: {} } as never, text({ isBold: true })])).toBeUndefined()
  expect(smallestLetters([text({ size: 40 }), text({ size: 24 }), text({ size: 9 }, { hidden: true })])).toBe(
    24,
  )
  expect(smallestLetters([text({ size: 8, maxSize: 90 }), text({ size: 30 })])).toBe(30)
})

describe('a size that a person chooses', () => {
  it.each([
    [100, 100, true],
    [10_000, 500, true],
    [10_000, 5000, true],
    [10_000, 5001, false],
    [99, 500, false],
    [10_001, 500, false],
    [100.5, 500, false],
  ])('%i × %i: %s', (width, height, isAllowed) => {
    expect(isSize({ width, height })).toBe(isAllowed)
    expect(OtherSizeInput.safeParse({ width, height }).success).toBe(isAllowed)
  })

  it('is offered only within the limits', () => {
    expect(Object.values({ ...USUAL_SIZES, ...SCREEN_SIZES }).filter((one) => !isSize(one))).toEqual([])
    expect(7560 * 2160).toBeLessThan(PIXELS_MAX)
  })
})

test('what a screen reports has priority, then its other size, then the specified one', () => {
  const screen = size(3840, 240)
  expect(sizeOfDevice({ screen, screenSize: 1, otherSize: size(500, 500) })).toEqual(screen)
  expect(sizeOfDevice({ screen: size(0, 0), screenSize: 2, otherSize: size(500, 500) })).toEqual(
    size(500, 500),
  )
  expect(sizeOfDevice({ screen: null, screenSize: 2, otherSize: null })).toEqual(SCREEN_SIZES[2])
})

test('a wall of panels has one picture, with what its frames hide', () => {
  const wall = { columns: 4, rows: 1, panelWidth: 1000, panelHeight: 500, gapX: 50, gapY: 0 }
  expect(pixelsOfWall(size(1920, 1080), wall)).toEqual(size(Math.round(1920 * 4.15), 1080))
})
