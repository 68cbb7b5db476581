import { expect, test } from 'vitest'
import { boardFit, GAP, narrowest } from './board-fit.ts'

const ROOM = { width: 1392, height: 780 }
const LARGE = { width: 2512, height: 1340 }

test.each([
  [1, 16 / 9, ROOM, { columns: 1, width: 1269 }],
  [2, 16 / 9, ROOM, { columns: 2, width: 664 }],
  [3, 16 / 9, LARGE, { columns: 2, width: 1024 }],
  [3, 9 / 16, LARGE, { columns: 3, width: 716 }],
  [1, 3.5, LARGE, { columns: 1, width: 2512 }],
])('%i pages of %f are as large as the window allows', (count, ratio, room, fit) => {
  expect(boardFit(count, ratio, room)).toEqual(fit)
})

test.each([16 / 9, 9 / 16, 3.5])('pages of %f fit the window, or are wide enough to be read', (ratio) => {
  for (let count = 1; count <= 60; count++) {
    const { columns, width } = boardFit(count, ratio, LARGE)
    const rows = Math.ceil(count / columns)
    expect(columns * width + (columns - 1) * GAP.across).toBeLessThanOrEqual(LARGE.width)
    const height = rows * (width / ratio) + (rows - 1) * GAP.down
    if (height > LARGE.height) expect(width).toBeLessThan(narrowest(ratio) * 2)
    expect(width).toBeGreaterThanOrEqual(narrowest(ratio))
  }
})

test('a window narrower than a page has one column', () => {
  expect(boardFit(5, 16 / 9, { width: 300, height: 600 })).toEqual({ columns: 1, width: 300 })
})
