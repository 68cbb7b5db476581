import {
  type Gradient,
  hexOf,
  mixColors,
  parseColor,
  parseGradient,
  solidColor,
} from '@vitrine/contract/fields/color'
import { CARE } from './care.ts'
import { FAITH } from './faith.ts'
import { FOOD } from './food.ts'
import { DRAWINGS, type DrawingFit, type DrawingName } from './names.ts'
import { SHAPES } from './shapes.ts'
import { SHOPS } from './shops.ts'
import { WORK } from './work.ts'

const BODIES: Readonly<Record<DrawingName, string>> = {
  ...FOOD,
  ...SHOPS,
  ...CARE,
  ...FAITH,
  ...WORK,
  ...SHAPES,
}
const FITS: Readonly<Record<DrawingFit, string>> = {
  crop: 'xMidYMid slice',
  whole: 'xMidYMid meet',
  stretch: 'none',
}

/** A two-color drawing as the URL of an SVG picture; `undefined` for a drawing unknown to this version. */
export function drawingUrl(name: string, main: string, second: string): string | undefined {
  const row = DRAWINGS.find((one) => one.name === name)
  if (!row) return undefined
  const colours: Readonly<Record<string, string>> = { a: main, b: second, w: '#ffffff' }
  const solid = Object.fromEntries(
    Object.entries(colours).map(([key, paint]) => [
      key,
      parseGradient(paint) ? hexOf(solidColor(paint)) : paint,
    ]),
  )
  const gradients: string[] = []
  const body = BODIES[row.name].replace(/\{([abw])([+-]?)\}/g, (_all, key: string, shade: string) => {
    const gradient = parseGradient(colours[key] ?? '')
    if (gradient && shade === '') {
      gradients.push(svgGradient(`${key}g`, gradient))
      return `url(#${key}g)`
    }
    const base = parseColor(solid[key] ?? '') ? (solid[key] ?? '') : '#888888'
    return shade === '+' ? mixColors(base, '#ffffff', 0.45) : mixColors(base, '#000000', shade ? 0.3 : 0)
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="1000" height="1000" preserveAspectRatio="${FITS[row.fit]}">${gradients.length > 0 ? `<defs>${[...new Set(gradients)].join('')}</defs>` : ''}${body}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** A gradient over the shape that it fills. */
function svgGradient(id: string, gradient: Gradient): string {
  const stops = gradient.stops
    .map(({ color, at }) => {
      const { r, g, b, a } = parseColor(color) ?? { r: 0, g: 0, b: 0, a: 1 }
      return `<stop offset="${at}%" stop-color="rgb(${r},${g},${b})" stop-opacity="${a}"/>`
    })
    .join('')
  if (gradient.kind === 'linear')
    return `<linearGradient id="${id}" x1="0" y1="1" x2="0" y2="0" gradientTransform="rotate(${gradient.angle} .5 .5)">${stops}</linearGradient>`
  const { x, y } = gradient
  return `<radialGradient id="${id}" cx="${x / 100}" cy="${y / 100}" r="${Math.hypot(Math.max(x, 100 - x), Math.max(y, 100 - y)) / 100}">${stops}</radialGradient>`
}
