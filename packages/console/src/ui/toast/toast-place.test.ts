import { describe, expect, test } from 'vitest'
import { type Box, freePlace, placeToasts } from './toast-place.ts'

const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom })
const TOAST = 84
const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
const taken = ({ left, top, width }: ReturnType<typeof placeToasts>) =>
  box(left, top, left + width, top + TOAST)

describe('G-030: toasts at the top cover no controls', () => {
  const search = box(264, 10, 544, 42)
  const buttons = box(1073, 0, 1256, 52)
  const gap = box(552, 26, 1065, 26)

  test('they use the empty part of the bar, in either writing direction', () => {
    const place = taken(placeToasts({ width: 1280, bar: box(240, 0, 1280, 52), gap }))
    expect([search, buttons].some((needed) => overlap(place, needed))).toBe(false)
    const mirrored = taken(placeToasts({ width: 1280, bar: box(0, 0, 1040, 52), gap: box(215, 26, 728, 26) }))
    expect(overlap(mirrored, box(736, 10, 1016, 42))).toBe(false)
  })

  test('they leave an emergency bar above it free', () => {
    const bar = box(240, 48, 1280, 100)
    expect(placeToasts({ width: 1280, bar, gap }).top).toBeGreaterThan(48)
  })

  test.each([
    ['a drawer at the right', 1280, box(800, 0, 1280, 800)],
    ['a drawer at the left', 1280, box(0, 0, 480, 800)],
    ['a tall dialog', 1280, box(400, 40, 880, 760)],
    ['a low dialog', 1280, box(400, 300, 880, 500)],
    ['a low dialog on a phone', 390, box(20, 300, 370, 500)],
  ])('%s is not covered', (_what, width, dialog) => {
    const place = taken(placeToasts({ width, bar: box(0, 0, width, 52), dialog }))
    expect(overlap(place, dialog)).toBe(false)
    expect(place.left).toBeGreaterThanOrEqual(0)
    expect(place.right).toBeLessThanOrEqual(width)
  })

  test('on a phone they are below the bar, and below the title of a full-screen dialog', () => {
    const bar = box(0, 0, 390, 52)
    expect(placeToasts({ width: 390, bar, gap: box(100, 26, 240, 26) }).top).toBeGreaterThanOrEqual(52)
    const filled = { dialog: box(0, 0, 390, 844), dialogHead: box(0, 0, 390, 60) }
    expect(placeToasts({ width: 390, bar, ...filled }).top).toBeGreaterThanOrEqual(60)
  })
})

describe('where a usual place would cover controls', () => {
  const around = { width: 1280, height: 800, bar: box(240, 0, 1280, 52), gap: box(552, 26, 1065, 26) }
  const tall = 120
  const placed = (controls: readonly Box[], more: object = {}) => {
    const { left, top, width } = freePlace({ ...around, ...more }, controls, tall)
    return box(left, top, left + width, top + tall)
  }

  test('nothing is in the way: the usual place', () => {
    expect(placed([box(20, 300, 200, 330)])).toMatchObject(placed([]))
    expect(placed([]).top).toBeLessThan(60)
  })

  test('a page’s action below the bar, a dialog’s close button, and a full bottom are not covered', () => {
    const action = box(700, 60, 900, 96)
    expect(overlap(placed([action]), action)).toBe(false)
    const close = box(1000, 10, 1034, 44)
    const dialog = box(20, 0, 1260, 800)
    const inDialog = placed([close], { dialog, dialogHead: box(20, 0, 1260, 56) })
    expect(overlap(inDialog, close)).toBe(false)
    const save = box(1100, 740, 1260, 780)
    expect([action, save].some((control) => overlap(placed([action, save]), control))).toBe(false)
  })

  test('controls everywhere: where least is covered, within the window', () => {
    const rows = Array.from({ length: 20 }, (_, row) =>
      box(0, row * 40, row < 10 ? 1280 : 700, row * 40 + 36),
    )
    const place = placed(rows)
    expect(place.left).toBeGreaterThan(700)
    expect(place.bottom).toBeLessThanOrEqual(800)
  })
})
