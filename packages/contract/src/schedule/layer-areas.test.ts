import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Area, LAYER_KINDS, type LayerPlace, layerAreas, takesRoom, tidyPlace } from './layer-areas.ts'

const SCREEN = { width: 1920, height: 1080 }
const TICKER = { width: 1920, height: 120 }

const percent = (least: number, most: number) =>
  fc.option(fc.integer({ min: least, max: most }), { nil: undefined })
const placeArb: fc.Arbitrary<LayerPlace> = fc
  .record({
    kind: fc.constantFrom(...LAYER_KINDS),
    height: percent(3, 50),
    width: percent(5, 60),
    makesRoom: fc.constantFrom(true as const, undefined),
    top: percent(0, 40),
    right: percent(0, 40),
    bottom: percent(0, 40),
    left: percent(0, 40),
  })
  .map(tidyPlace)
const sizeArb = fc.record({
  width: fc.integer({ min: 100, max: 4000 }),
  height: fc.integer({ min: 100, max: 4000 }),
})
const layersArb = fc.array(fc.record({ place: placeArb, size: sizeArb }), { maxLength: 5 })

const isIn = (inner: Area, outer: Area): boolean =>
  inner.left >= outer.left &&
  inner.top >= outer.top &&
  inner.left + inner.width <= outer.left + outer.width &&
  inner.top + inner.height <= outer.top + outer.height

describe('areas of layers', () => {
  it('are on the screen, leave a fifth of each side for the page, and no bar with room covers it', () => {
    fc.assert(
      fc.property(sizeArb, layersArb, (screen, layers) => {
        const { page, layers: areas } = layerAreas(screen, layers)
        const whole = { left: 0, top: 0, ...screen }
        expect(isIn(page, whole)).toBe(true)
        expect(page.width).toBeGreaterThanOrEqual(Math.floor(screen.width * 0.2))
        expect(page.height).toBeGreaterThanOrEqual(Math.floor(screen.height * 0.2))
        for (const [index, area] of areas.entries()) {
          expect(isIn(area, whole)).toBe(true)
          expect(Object.values(area).every(Number.isInteger)).toBe(true)
          const place = layers[index]?.place as LayerPlace
          if (place.kind === 'frame') expect(isIn(page, area)).toBe(true)
          else if (takesRoom(place))
            expect(area.top + area.height <= page.top || area.top >= page.top + page.height).toBe(true)
          else if (place.kind !== 'whole') expect(isIn(area, page)).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('take room from the outside in, in their order', () => {
    const bottom = { place: { kind: 'bottom', makesRoom: true }, size: TICKER } as const
    const frame = { place: { kind: 'frame', top: 0, right: 20, bottom: 10, left: 0 }, size: SCREEN } as const
    const corner = { place: { kind: 'bottom-right', width: 10 }, size: { width: 200, height: 100 } } as const
    expect(layerAreas(SCREEN, [bottom, frame, corner])).toEqual({
      page: { left: 0, top: 0, width: 1536, height: 852 },
      layers: [
        { left: 0, top: 960, width: 1920, height: 120 },
        { left: 0, top: 0, width: 1920, height: 960 },
        { left: 1344, top: 756, width: 192, height: 96 },
      ],
    })
  })

  it('have the shape of their storyboard unless a height is given', () => {
    const over = (height?: number) =>
      layerAreas(SCREEN, [{ place: { kind: 'top', height }, size: TICKER }]).layers[0]
    expect(over()).toEqual({ left: 0, top: 0, width: 1920, height: 120 })
    expect(over(20)).toEqual({ left: 0, top: 0, width: 1920, height: 216 })
  })

  it('of a whole screen are that, whatever others take', () => {
    const { layers } = layerAreas(SCREEN, [
      { place: { kind: 'whole' }, size: SCREEN },
      { place: { kind: 'top', makesRoom: true }, size: TICKER },
    ])
    expect(layers[0]).toEqual({ left: 0, top: 0, ...SCREEN })
  })
})
