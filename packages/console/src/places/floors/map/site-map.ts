import type { Coordinates } from '@vitrine/contract/fields/coordinates'
import { type GeoProjection, geoMercator } from 'd3-geo'

/** Mean radius of the earth in meters (IUGG). */
const EARTH_RADIUS = 6_371_008.8
const RADIAN = Math.PI / 180
/** The margin around the outermost buildings, in pixels. */
const EDGE = 56
/** The minimum extent of the map's shorter side, in degrees of longitude: coastlines or borders are nearly always in sight. */
const DEGREES_MIN = 8
/** Pins closer than this are merged, in pixels. */
const PIN = 40

const ORIGIN: [number, number] = [0, 0]

export interface MapSize {
  width: number
  height: number
}

export interface Site extends Coordinates {
  id: string
}

/** A Mercator projection fitted to all sites, centered on the shortest arc between them. */
export function mapOf(sites: readonly Site[], { width, height }: MapSize): GeoProjection {
  const projection = geoMercator().rotate([-middleLongitude(sites), 0])
  const flat = projection.scale(1).translate([0, 0])
  const points = sites.map(({ longitude, latitude }) => flat([longitude, latitude]) ?? ORIGIN)
  const [left, right] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))]
  const [top, bottom] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))]
  const scale = Math.min(
    Math.max(width - 2 * EDGE, EDGE) / (right - left),
    Math.max(height - 2 * EDGE, EDGE) / (bottom - top),
    Math.min(width, height) / (DEGREES_MIN * RADIAN),
  )
  return projection
    .scale(scale)
    .translate([width / 2 - (scale * (left + right)) / 2, height / 2 - (scale * (top + bottom)) / 2])
    .clipExtent([
      [0, 0],
      [width, height],
    ])
}

/** The circular mean, so that 179° and -179° average to 180°. */
function middleLongitude(sites: readonly Site[]): number {
  const x = sites.reduce((sum, { longitude }) => sum + Math.cos(longitude * RADIAN), 0)
  const y = sites.reduce((sum, { longitude }) => sum + Math.sin(longitude * RADIAN), 0)
  return Math.atan2(y, x) / RADIAN
}

export interface Pin<S extends Site> {
  x: number
  y: number
  sites: S[]
}

/** One pin per place, in the order of the sites; overlapping pins are merged. */
export function pinsOf<S extends Site>(sites: readonly S[], projection: GeoProjection): Pin<S>[] {
  const pins: Pin<S>[] = []
  for (const site of sites) {
    const [x, y] = projection([site.longitude, site.latitude]) ?? ORIGIN
    const near = pins.find((pin) => Math.hypot(pin.x - x, pin.y - y) < PIN)
    if (near) near.sites.push(site)
    else pins.push({ x, y, sites: [site] })
  }
  return pins
}

/** Whether zooming in separates the sites, as far as it goes: the coastlines are coarse. */
export const canEnlarge = (sites: readonly Site[], size: MapSize): boolean =>
  pinsOf(sites, mapOf(sites, size)).length > 1

/** The longest round distance of at most `most` pixels at the center of the map. */
export function scaleBar(
  projection: GeoProjection,
  { width, height }: MapSize,
  most = 120,
): { pixels: number; meters: number } {
  const [, latitude = 0] = projection.invert?.([width / 2, height / 2]) ?? []
  const metersPerPixel = (Math.cos(latitude * RADIAN) * EARTH_RADIUS) / projection.scale()
  const power = 10 ** Math.floor(Math.log10(most * metersPerPixel))
  const round = [5, 2, 1].find((step) => step * power <= most * metersPerPixel) ?? 1
  return { pixels: (round * power) / metersPerPixel, meters: round * power }
}
