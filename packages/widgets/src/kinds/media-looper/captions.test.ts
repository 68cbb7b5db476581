import { describe, expect, test } from 'vitest'
import { pictureIn, textAt, untilNext } from './captions.ts'

const CUES = [
  { start: 1, end: 3, text: 'One' },
  { start: 2, end: 4, text: 'Two' },
]

describe('captions of a video', () => {
  test.each([
    [0.999, '', 0.001],
    [1, 'One', 1],
    [2, 'One\nTwo', 1],
    [3, 'Two', 1],
    [3.5, 'Two', 0.5],
    [4, '', undefined],
  ])('at %d seconds', (seconds, text, next) => {
    expect(textAt(CUES, seconds)).toBe(text)
    const left = untilNext(CUES, seconds)
    expect(left && Number(left.toFixed(3))).toBe(next)
  })

  const ZONE = { width: 1000, height: 1000 }
  const WIDE = { width: 1920, height: 1080 }
  test.each([
    ['contain', WIDE, { left: 0, top: 218.75, width: 1000, height: 562.5 }],
    ['blur', { width: 540, height: 1080 }, { left: 250, top: 0, width: 500, height: 1000 }],
    ['cover', WIDE, { left: 0, top: 0, ...ZONE }],
    ['stretch', WIDE, { left: 0, top: 0, ...ZONE }],
    ['contain', { width: 0, height: 0 }, { left: 0, top: 0, ...ZONE }],
  ] as const)('with fit %s are inside the picture', (fit, picture, area) => {
    const found = Object.entries(pictureIn(ZONE, picture, { fit }))
    expect(Object.fromEntries(found.map(([side, at]) => [side, Math.round(at * 100) / 100 + 0]))).toEqual(
      area,
    )
  })
})
