import { describe, expect, it } from 'vitest'
import { choiceGrid } from './choice-grid.ts'

const SHORT = ['Yes', 'No', 'Maybe']
const LONG = Array.from({ length: 6 }, (_, index) => `An answer of several words, number ${index}`)

describe('options side by side', () => {
  it('are in one row if they fit', () => {
    expect(choiceGrid({ width: 600, height: 100 }, SHORT, 20, true)).toMatchObject({
      columns: 3,
      letters: 20,
    })
  })
  it('wrap instead of shrinking to tiny text', () => {
    const { columns, letters } = choiceGrid({ width: 300, height: 400 }, LONG, 20, true)
    expect(columns).toBeLessThan(6)
    expect(letters).toBeGreaterThan(10)
  })
})

describe.each([true, false])('side by side: %s', (side) => {
  it.each([
    [{ width: 160, height: 60 }, SHORT],
    [{ width: 800, height: 40 }, LONG],
    [{ width: 60, height: 900 }, LONG],
    [{ width: 400, height: 300 }, []],
  ])('everything is inside %j', (room, labels) => {
    const { columns, cell, letters } = choiceGrid(room, labels, 30, side)
    const rows = Math.ceil(Math.max(1, labels.length) / columns)
    expect(columns * cell.width).toBeLessThanOrEqual(room.width + 0.01)
    expect(rows * cell.height).toBeLessThanOrEqual(room.height + 0.01)
    expect(letters).toBeGreaterThan(0)
    expect(letters).toBeLessThanOrEqual(30)
  })
})

it('stacked options are one column', () => {
  expect(choiceGrid({ width: 500, height: 200 }, SHORT, 14, false).columns).toBe(1)
})
