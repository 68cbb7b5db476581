import { describe, expect, it } from 'vitest'
import { inShape, placeScreen } from './wall-places.ts'

describe('places of a video wall', () => {
  const screens = ['a', 'b', 'c', 'd']

  it('screens keep their column and row when the wall grows or shrinks', () => {
    const before = { columns: 2, rows: 2 }
    const grown = { columns: 3, rows: 2 }
    expect(inShape(screens, before, grown)).toEqual(['a', 'b', null, 'c', 'd', null])
    expect(inShape(inShape(screens, before, grown), grown, before)).toEqual(screens)
    expect(inShape(screens, before, { columns: 1, rows: 3 })).toEqual(['a', 'c', null])
  })

  it('moving a screen to a taken place swaps the two', () => {
    expect(placeScreen(screens, 0, 'd')).toEqual(['d', 'b', 'c', 'a'])
    expect(placeScreen(screens, 0, null)).toEqual([null, 'b', 'c', 'd'])
    expect(placeScreen(['a', null], 1, 'a')).toEqual([null, 'a'])
    expect(placeScreen(['a', null], 1, 'new')).toEqual(['a', 'new'])
  })
})
