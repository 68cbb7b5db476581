import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VideoWallInput } from '#api/screens/video-wall.ts'
import { stageOf, wallPart } from './wall-part.ts'

const walls = fc
  .record({
    columns: fc.integer({ min: 1, max: 10 }),
    rows: fc.integer({ min: 1, max: 10 }),
    panelWidth: fc.integer({ min: 50, max: 5000 }),
    panelHeight: fc.integer({ min: 50, max: 5000 }),
    gapX: fc.integer({ min: 0, max: 500 }),
    gapY: fc.integer({ min: 0, max: 500 }),
  })
  .map((wall) => ({ ...wall, screens: Array<string | null>(wall.columns * wall.rows).fill(null) }))

describe('parts of a video wall', () => {
  it('the first begins and the last ends at the edges of the picture, with the gaps of the panels between', () => {
    fc.assert(
      fc.property(walls, (wall) => {
        const { columns, rows, panelWidth, panelHeight, gapX, gapY } = wall
        const at = (column: number, row: number) => wallPart(wall, row * columns + column)
        expect(at(0, 0)).toMatchObject({ left: 0, top: 0 })
        const last = at(columns - 1, rows - 1)
        expect(last.left + 1).toBeCloseTo(last.across, 4)
        expect(last.top + 1).toBeCloseTo(last.down, 4)
        // In millimeters, as a ruler would say on the wall.
        expect(last.across * panelWidth).toBeCloseTo(columns * panelWidth + (columns - 1) * gapX, 1)
        expect(last.down * panelHeight).toBeCloseTo(rows * panelHeight + (rows - 1) * gapY, 1)
        if (columns > 1) expect((at(1, 0).left - 1) * panelWidth).toBeCloseTo(gapX, 1)
        if (rows > 1) expect((at(0, 1).top - 1) * panelHeight).toBeCloseTo(gapY, 1)
      }),
    )
  })

  it('are seen through the glass of each panel: the stages of all are one picture, a gap apart', () => {
    const screen = { width: 960, height: 540 }
    expect(stageOf(screen, undefined)).toEqual({ left: -0, top: -0, ...screen })
    fc.assert(
      fc.property(walls, (wall) => {
        const { columns, rows, panelWidth, panelHeight, gapX, gapY } = wall
        const first = stageOf(screen, wallPart(wall, 0))
        const last = stageOf(screen, wallPart(wall, columns * rows - 1))
        expect(last.width - screen.width).toBeCloseTo(-last.left, 1)
        expect(last.height - screen.height).toBeCloseTo(-last.top, 1)
        expect({ ...last, left: 0, top: 0 }).toEqual({ ...first, left: 0, top: 0 })
        const second = stageOf(screen, wallPart(wall, columns > 1 ? 1 : 0))
        if (columns > 1) expect(-second.left).toBeCloseTo(screen.width * (1 + gapX / panelWidth), 1)
        const below = stageOf(screen, wallPart(wall, rows > 1 ? columns : 0))
        if (rows > 1) expect(-below.top).toBeCloseTo(screen.height * (1 + gapY / panelHeight), 1)
      }),
    )
  })

  it('a wall has one place for each panel, and each screen is in one of them', () => {
    const id = '01a2164b-bb2d-7882-b7a4-008d99c9ab10'
    const wall = { columns: 2, rows: 1, panelWidth: 1210, panelHeight: 680, gapX: 3.5, gapY: 3.5 }
    const isValid = (screens: unknown) => VideoWallInput.safeParse({ ...wall, screens }).success
    expect(isValid([id, null])).toBe(true)
    expect(isValid([id])).toBe(false)
    expect(isValid([id, null, null])).toBe(false)
    expect(isValid([id, id])).toBe(false)
  })
})
