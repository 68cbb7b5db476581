import { describe, expect, it } from 'vitest'
import { canEnlarge, mapOf, pinsOf, type Site, scaleBar } from './site-map.ts'

const SIZE = { width: 900, height: 400 }
const OSLO: Site = { id: 'Oslo', latitude: 59.91, longitude: 10.75 }
const BERGEN: Site = { id: 'Bergen', latitude: 60.39, longitude: 5.32 }
const CAIRO: Site = { id: 'Cairo', latitude: 30.04, longitude: 31.23 }
const SYDNEY: Site = { id: 'Sydney', latitude: -33.87, longitude: 151.21 }
const SUVA: Site = { id: 'Suva', latitude: -18.14, longitude: 178.44 }
const APIA: Site = { id: 'Apia', latitude: -13.83, longitude: -171.77 }
const NORTH: Site = { id: 'North', latitude: 90, longitude: 0 }

describe('mapOf', () => {
  it.each([
    [[OSLO]],
    [[OSLO, BERGEN]],
    [[OSLO, CAIRO, SYDNEY]],
    [[SUVA, APIA]],
    [[OSLO, { ...OSLO, id: 'twin' }]],
  ])('shows every building with a margin: %#', (sites) => {
    const projection = mapOf(sites, SIZE)
    for (const { longitude, latitude } of sites) {
      const [x, y] = projection([longitude, latitude]) ?? []
      expect(x).toBeGreaterThanOrEqual(55)
      expect(x).toBeLessThanOrEqual(SIZE.width - 55)
      expect(y).toBeGreaterThanOrEqual(55)
      expect(y).toBeLessThanOrEqual(SIZE.height - 55)
    }
  })

  it('takes the short way across the date line', () => {
    const projection = mapOf([SUVA, APIA], SIZE)
    const [suva = 0] = projection([SUVA.longitude, SUVA.latitude]) ?? []
    const [apia = 0] = projection([APIA.longitude, APIA.latitude]) ?? []
    expect(apia).toBeGreaterThan(suva)
    // It spans ten degrees of longitude, not 350.
    expect(projection.scale()).toBeGreaterThan(SIZE.width / Math.PI)
  })

  it('survives a building at a pole', () => {
    expect(Number.isFinite(mapOf([NORTH, OSLO], SIZE).scale())).toBe(true)
  })
})

describe('pinsOf', () => {
  it('merges pins that would overlap, and loses none', () => {
    const twin = { ...OSLO, id: 'twin' }
    const pins = pinsOf([OSLO, twin, SYDNEY], mapOf([OSLO, twin, SYDNEY], SIZE))
    expect(pins.map(({ sites }) => sites.map(({ id }) => id))).toEqual([['Oslo', 'twin'], ['Sydney']])
  })
})

it('offers a larger map exactly if that separates the buildings', () => {
  const phone = { width: 360, height: 300 }
  const east = (degrees: number) => [OSLO, { ...OSLO, id: 'other', longitude: OSLO.longitude + degrees }]
  expect(canEnlarge([OSLO, BERGEN], SIZE)).toBe(true)
  expect(canEnlarge(east(0.01), SIZE)).toBe(false)
  expect(canEnlarge([OSLO, OSLO], SIZE)).toBe(false)
  // Far enough apart for a large map, and not for a small one, which lists them.
  expect(canEnlarge(east(1), SIZE)).toBe(true)
  expect(canEnlarge(east(1), phone)).toBe(false)
})

it('shows as much of the surroundings of a single building on a wide window', () => {
  const seen = ({ width, height }: { width: number; height: number }) => {
    const { invert } = mapOf([CAIRO], { width, height })
    return (invert?.([0, height])?.[1] ?? 0) - (invert?.([0, 0])?.[1] ?? 0)
  }
  expect(Math.abs(seen({ width: 2270, height: 560 }))).toBeCloseTo(
    Math.abs(seen({ width: 900, height: 560 })),
    5,
  )
  expect(Math.abs(seen({ width: 2270, height: 560 }))).toBeGreaterThan(5)
})

it('the scale bar matches the distance between two buildings', () => {
  const projection = mapOf([OSLO, BERGEN], SIZE)
  const [x1 = 0, y1 = 0] = projection([OSLO.longitude, OSLO.latitude]) ?? []
  const [x2 = 0, y2 = 0] = projection([BERGEN.longitude, BERGEN.latitude]) ?? []
  const { pixels, meters } = scaleBar(projection, SIZE)
  expect(pixels).toBeLessThanOrEqual(120)
  // 305 km as the crow flies.
  expect((Math.hypot(x1 - x2, y1 - y2) / pixels) * meters).toBeCloseTo(305_000, -4)
})
