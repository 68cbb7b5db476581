import { type Color, hexOf, parseColor } from '#fields/color.ts'

/** The colors of a brand where people read: buttons, links, and what is selected. */
export interface BrandColors {
  accent: string
  hover: string
  soft: string
  on: string
}
export type Theme = 'light' | 'dark'

/** The console's grounds that text in the accent color is on; a test compares them with its tokens. */
export const GROUNDS: Readonly<Record<Theme, readonly string[]>> = {
  light: ['#f9fafc', '#ffffff', '#f1f3f5', '#eff1f4', '#e8ebef'],
  dark: ['#0e1114', '#16191d', '#080a0d', '#1e2227', '#252a30'],
}
const SURFACE: Readonly<Record<Theme, string>> = { light: '#ffffff', dark: '#16191d' }
const ON: Readonly<Record<Theme, string>> = { light: '#ffffff', dark: '#060d1a' }
/** Toward it, a color gains contrast. */
const END: Readonly<Record<Theme, string>> = { light: '#000000', dark: '#ffffff' }

/** WCAG 2.2, level AA, for text of any size. */
export const CONTRAST_MIN = 4.5
const STEPS = 50
const SOFTNESS = 0.1
const HOVER = 0.15

/** The contrast of two opaque colors, 1 to 21, after WCAG 2.2. */
export function contrastOf(one: string, other: string): number {
  const [a = 0, b = 0] = [luminance(one), luminance(other)].sort((x, y) => y - x)
  return (a + 0.05) / (b + 0.05)
}

function luminance(text: string): number {
  const { r, g, b } = parsed(text)
  const linear = (value: number) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

const parsed = (text: string): Color => parseColor(text) ?? { r: 0, g: 0, b: 0, a: 1 }

/** `share` of the second color, 0 to 1. */
function mix(one: string, other: string, share: number): string {
  const [a, b] = [parsed(one), parsed(other)]
  const part = (x: number, y: number) => Math.round(x + (y - x) * share)
  return hexOf(`rgb(${part(a.r, b.r)}, ${part(a.g, b.g)}, ${part(a.b, b.b)})`)
}

/**
 * A brand's color as the console uses it: as chosen where that can be read, else made darker on light grounds, or lighter on
 * dark ones, until its contrast is `CONTRAST_MIN`. Undefined for no color.
 */
export function brandColors(chosen: string, theme: Theme): BrandColors | undefined {
  if (parseColor(chosen)?.a !== 1) return undefined
  for (let step = 0; step <= STEPS; step++) {
    const accent = mix(chosen, END[theme], step / STEPS)
    const soft = mix(SURFACE[theme], accent, SOFTNESS)
    const grounds = [...GROUNDS[theme], soft, ON[theme]]
    if (grounds.every((ground) => contrastOf(accent, ground) >= CONTRAST_MIN))
      return { accent, hover: mix(accent, END[theme], HOVER), soft, on: ON[theme] }
  }
  return undefined
}
