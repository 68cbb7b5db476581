import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageAt } from './page-position.ts'

const durations = fc.array(
  fc.oneof(fc.double({ min: 1, max: 3600, noNaN: true }), fc.integer({ min: 1, max: 86_400 })),
  {
    minLength: 1,
    maxLength: 20,
  },
)
const instant = fc.integer({ min: 0, max: 2_000_000_000_000 })
const storyboard = (mode: 'AUTO' | 'DEFAULT', seconds: number[]) => ({
  mode,
  items: seconds.map((duration, index) => ({ pageId: `p${index}`, duration })),
})

describe('the page that shows', () => {
  it('is the same however late a screen joins, and follows the one before at its end', () => {
    fc.assert(
      fc.property(durations, instant, instant, (seconds, since, later) => {
        const story = storyboard('AUTO', seconds)
        const at = since + (later % 1e9)
        const place = pageAt(story, since, at)
        if (!place || place.end === null) throw new Error('AUTO always ends')
        expect(place.start).toBeLessThanOrEqual(at + 0.01)
        expect(place.end).toBeGreaterThan(at - 0.01)
        expect(place.end - place.start).toBeCloseTo((seconds[place.index] ?? 0) * 1000, 0)
        const next = pageAt(story, since, place.end + 0.5)
        expect(next?.index).toBe((place.index + 1) % seconds.length)
        expect(next?.start).toBeCloseTo(place.end, 0)
      }),
    )
  })

  it('is the chosen one from the moment it was chosen', () => {
    fc.assert(
      fc.property(durations, instant, fc.nat(), (seconds, at, number) => {
        const index = number % seconds.length
        const place = pageAt(storyboard('AUTO', seconds), 0, at, { index, at })
        expect(place?.index).toBe(index)
        expect(place?.start).toBeCloseTo(at, 0)
        expect(pageAt(storyboard('DEFAULT', seconds), 0, at + 1e6, { index, at })).toEqual({
          index,
          start: at,
          end: null,
        })
      }),
    )
  })

  it('is the first for ever in DEFAULT, none without items, and never shorter than a second', () => {
    expect(pageAt(storyboard('DEFAULT', [5, 5]), 10, 1e9)).toEqual({ index: 0, start: 10, end: null })
    expect(pageAt(storyboard('AUTO', []), 0, 5)).toBeUndefined()
    for (const broken of [0, -5, Number.NaN])
      expect(pageAt(storyboard('AUTO', [broken, 5]), 0, 500)).toEqual({ index: 0, start: 0, end: 1000 })
  })
})
