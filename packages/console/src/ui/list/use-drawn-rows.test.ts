import { describe, expect, it } from 'vitest'
import { type DrawnRows, including, stepTowards, within } from './use-drawn-rows.ts'

const rows = (start: number, end: number): DrawnRows => ({ start, end })
const all = rows(0, 2000)
const numbers = Array.from({ length: 40 }, (_, n) => n * 7)

describe('the rows of a long list that are drawn', () => {
  it('always hold what is near, wherever one scrolls, and never much more than what is far', () => {
    let drawn = rows(0, 5)
    for (const at of [...numbers, ...numbers.toReversed(), 900, 3, 1990, 1000]) {
      const near = rows(Math.max(0, at - 3), Math.min(2000, at + 8))
      const far = rows(Math.max(0, at - 35), Math.min(2000, at + 40))
      drawn = including(drawn, near, far, 2)
      expect(drawn.start, `at ${at}`).toBeLessThanOrEqual(near.start)
      expect(drawn.end, `at ${at}`).toBeGreaterThanOrEqual(near.end)
      expect(drawn.end - drawn.start).toBeLessThanOrEqual(75)
    }
  })

  it('stay while nothing near is missing: scrolling over what is there changes nothing', () => {
    const drawn = rows(10, 60)
    for (let at = 13; at < 52; at++)
      expect(including(drawn, rows(at - 3, at + 8), rows(0, 90), 2)).toEqual(drawn)
  })

  it('grow to all that is wanted, a step at a time', () => {
    for (const step of [1, 3, 7]) {
      const [wanted, seen] = [rows(100, 180), rows(130, 135)]
      let drawn = seen
      for (;;) {
        const next = stepTowards(wanted, drawn, seen, step)
        const more = drawn.start - next.start + next.end - drawn.end
        expect(more).toBeLessThanOrEqual(step)
        if (more === 0) break
        drawn = next
      }
      expect(drawn).toEqual(wanted)
    }
  })

  it('end where a shorter list ends', () => {
    for (const { start, end } of [all, rows(300, 310), rows(0, 5), rows(5, 5)])
      for (const count of [0, 1, 4, 2000]) {
        const drawn = within({ start, end }, count)
        expect(drawn.start).toBeGreaterThanOrEqual(0)
        expect(drawn.end).toBeLessThanOrEqual(count)
        expect(drawn.end - drawn.start).toBeGreaterThanOrEqual(Math.min(1, count))
      }
  })
})
