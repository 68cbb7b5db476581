import { expect, test } from 'vitest'
import { daysOf, midnightOf } from './history-days.ts'

const HOUR = 3_600_000

test('hours add up to local days, including days without changes', () => {
  const from = midnightOf(Date.UTC(2026, 2, 27, 12))
  const to = midnightOf(Date.UTC(2026, 2, 31, 12))
  const hour = (at: number) => Math.floor(at / HOUR)
  const days = daysOf(
    [
      [hour(from + HOUR), 1, 4, 4, 3, 4, 4],
      [hour(from + 5 * HOUR), 2, 8, 6, 1, 5, 6],
      [hour(to - HOUR), 1, 2, 1, 0, 1, 1],
      [hour(to + HOUR), 9, 9, 9, 9, 9, 9],
    ],
    from,
    to,
  )
  expect(days.map(({ at, ...sums }) => sums)).toEqual([
    { changes: 3, screens: 12, shown: 10, within10: 4, within60: 9 },
    { changes: 0, screens: 0, shown: 0, within10: 0, within60: 0 },
    { changes: 0, screens: 0, shown: 0, within10: 0, within60: 0 },
    { changes: 1, screens: 2, shown: 1, within10: 0, within60: 1 },
  ])
  expect(days[0]?.at).toBe(from)
})
