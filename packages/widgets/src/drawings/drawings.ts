import { mixColors, parseColor } from '@vitrine/contract/fields/color'
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
  const body = BODIES[row.name].replace(/\{([abw])([+-]?)\}/g, (_all, key: string, shade: string) => {
    const base = parseColor(colours[key] ?? '') ? (colours[key] ?? '') : '#888888'
    return shade === '+' ? mixColors(base, '#ffffff', 0.45) : mixColors(base, '#000000', shade ? 0.3 : 0)
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="1000" height="1000" preserveAspectRatio="${FITS[row.fit]}">${body}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
