import { expect, it } from 'vitest'
import { rowPlaces } from './row-places.ts'

const room = { hasNotes: true, size: 44, width: 1008, height: 732 }

it('few rows keep their font size and do not spread over the whole height', () => {
  const { columns, size, step } = rowPlaces({ ...room, count: 2 })
  expect([columns, size]).toEqual([1, 44])
  expect(step).toBeLessThan(732 / 2)
})

it.each([1, 6, 9, 15, 30, 60])('%i rows fit their room, in columns that do not overlap', (count) => {
  const { columns, perColumn, columnWidth, step, size } = rowPlaces({ ...room, count })
  expect(perColumn * step).toBeLessThanOrEqual(732.001)
  expect(columns * columnWidth).toBeLessThanOrEqual(1008)
  expect(columns * perColumn).toBeGreaterThanOrEqual(count)
  // A name with its note fits the row.
  expect(size * (1.3 + 0.68 * 1.3)).toBeLessThanOrEqual(step)
})

it('a list gets another column instead of a much smaller font', () => {
  expect(rowPlaces({ ...room, count: 8 }).columns).toBe(1)
  const long = rowPlaces({ ...room, count: 12 })
  expect(long.columns).toBe(2)
  expect(long.size).toBeGreaterThan(rowPlaces({ ...room, count: 12, width: 400 }).size)
})

it.each([1, 2, 3])(
  '%i rows in a narrow column keep their size, because long names shrink on their own',
  (count) => {
    for (const width of [40, 100, 300]) {
      const { columns, columnWidth, size } = rowPlaces({ ...room, count, width })
      expect([columns, columnWidth, size]).toEqual([1, width, 44])
    }
  },
)
