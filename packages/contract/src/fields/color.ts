/** Named colors that documents can contain; all others are in hex or rgb(). */
const NAMED: Readonly<Record<string, string>> = {
  white: 'ffffff',
  black: '000000',
  silver: 'c0c0c0',
  gray: '808080',
  grey: '808080',
  red: 'ff0000',
  maroon: '800000',
  yellow: 'ffff00',
  olive: '808000',
  lime: '00ff00',
  green: '008000',
  aqua: '00ffff',
  cyan: '00ffff',
  teal: '008080',
  blue: '0000ff',
  navy: '000080',
  fuchsia: 'ff00ff',
  magenta: 'ff00ff',
  purple: '800080',
  orange: 'ffa500',
  gold: 'ffd700',
  pink: 'ffc0cb',
  brown: 'a52a2a',
  transparent: '00000000',
}

/** Red, green, blue 0 to 255, alpha 0 to 1. */
export interface Color {
  r: number
  g: number
  b: number
  a: number
}

/** Reads a name of the list above, #rgb, #rgba, #rrggbb, #rrggbbaa, rgb() or rgba(); `undefined` for all else. */
export function parseColor(text: string): Color | undefined {
  const plain = text.trim().toLowerCase()
  const hex = Object.hasOwn(NAMED, plain) ? NAMED[plain] : /^#([0-9a-f]{3,8})$/.exec(plain)?.[1]
  if (hex !== undefined) return fromHex(hex)
  const parts = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+)(%?))?\s*\)$/.exec(plain)
  if (!parts) return undefined
  const [r, g, b] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const a = parts[4] === undefined ? 1 : Number(parts[4]) / (parts[5] ? 100 : 1)
  return Math.max(r, g, b) <= 255 && a >= 0 && a <= 1 ? { r, g, b, a } : undefined
}

function fromHex(hex: string): Color | undefined {
  const pairs = hex.length <= 4 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? [])
  if (hex.length !== 3 && hex.length !== 4 && hex.length !== 6 && hex.length !== 8) return undefined
  const [r = 0, g = 0, b = 0, a = 255] = pairs.map((pair) => Number.parseInt(pair, 16))
  return { r, g, b, a: a / 255 }
}

/** `#rrggbb`, or `#rrggbbaa` when not opaque; the format of color pickers. `''` for an invalid color. */
export function hexOf(text: string): string {
  const colour = parseColor(text)
  if (!colour) return ''
  const two = (n: number) => Math.round(n).toString(16).padStart(2, '0')
  const opaque = `#${two(colour.r)}${two(colour.g)}${two(colour.b)}`
  return colour.a === 1 ? opaque : opaque + two(colour.a * 255)
}

/** Perceived brightness 0 to 255 (W3C, Techniques for accessibility evaluation, color brightness formula). */
export const luminance = ({ r, g, b }: Color): number => (r * 299 + g * 587 + b * 114) / 1000

/** The color of text on a background: black if its luminance is above 125, otherwise white; black if the background is invalid. */
export function contrastText(ground: string): 'black' | 'white' {
  const colour = meanColor(ground)
  return !colour || luminance(colour) > 125 ? 'black' : 'white'
}

/** A color of a gradient and its place, in percent. */
export interface Stop {
  color: string
  at: number
}
/** Angles in degrees, as in CSS; the middle in percent of the box. */
export type Gradient =
  | { kind: 'linear'; angle: number; stops: readonly Stop[] }
  | { kind: 'radial'; x: number; y: number; stops: readonly Stop[] }
export const STOPS_MIN = 2
export const STOPS_MAX = 8
/** The most characters of a stored gradient. */
export const GRADIENT_MAX = 240

const LINEAR = /^linear-gradient\((\d{1,3})deg,([^()]+)\)$/
const RADIAL = /^radial-gradient\(circle at (\d{1,3})% (\d{1,3})%,([^()]+)\)$/
const STOP = /^\s*(#[0-9a-f]{3,8}|[a-z]+)\s+(\d{1,3})%\s*$/i

/**
 * Reads `linear-gradient(90deg, #fff 0%, #000000 100%)` and `radial-gradient(circle at 50% 50%, white 0%, #0008 100%)`
 * with 2 to 8 stops in order; `undefined` for all else, a color included.
 */
export function parseGradient(text: string): Gradient | undefined {
  if (text.length > GRADIENT_MAX) return undefined
  const plain = text.trim().toLowerCase()
  const linear = LINEAR.exec(plain)
  const radial = RADIAL.exec(plain)
  const stops = stopsOf(linear?.[2] ?? radial?.[3] ?? '')
  if (!stops) return undefined
  if (linear) {
    const angle = Number(linear[1])
    return angle <= 360 ? { kind: 'linear', angle, stops } : undefined
  }
  const [x, y] = [Number(radial?.[1]), Number(radial?.[2])]
  return x <= 100 && y <= 100 ? { kind: 'radial', x, y, stops } : undefined
}

function stopsOf(text: string): Stop[] | undefined {
  const parts = text.split(',').map((part) => STOP.exec(part))
  if (parts.length < STOPS_MIN || parts.length > STOPS_MAX) return undefined
  let last = 0
  const stops: Stop[] = []
  for (const part of parts) {
    const [color = '', at] = [part?.[1], Number(part?.[2])]
    if (!parseColor(color) || !(at >= last) || at > 100) return undefined
    stops.push({ color, at })
    last = at
  }
  return stops
}

/** A gradient as text: stored, and valid CSS. */
export function gradientText(gradient: Gradient): string {
  const stops = gradient.stops.map(({ color, at }) => `${color} ${at}%`).join(', ')
  return gradient.kind === 'linear'
    ? `linear-gradient(${gradient.angle}deg, ${stops})`
    : `radial-gradient(circle at ${gradient.x}% ${gradient.y}%, ${stops})`
}

/** Whether an alpha below 1 is in a color or in one of a gradient's. */
export const isSeeThrough = (text: string): boolean =>
  (parseGradient(text)?.stops ?? [{ color: text }]).some(({ color }) => (parseColor(color)?.a ?? 1) < 1)

/** The color itself, or the mean of a gradient's colors; `undefined` if it is neither. */
export function meanColor(text: string): Color | undefined {
  const colors = parseGradient(text)?.stops.map(({ color }) => parseColor(color) ?? BLACK)
  if (!colors) return parseColor(text)
  const mean = (part: keyof Color) => colors.reduce((sum, color) => sum + color[part], 0) / colors.length
  return { r: Math.round(mean('r')), g: Math.round(mean('g')), b: Math.round(mean('b')), a: mean('a') }
}

/** A single color for what can't have a gradient; colors stay as they are. */
export function solidColor(text: string): string {
  const mean = parseGradient(text) && meanColor(text)
  return mean ? `rgba(${mean.r}, ${mean.g}, ${mean.b}, ${Number(mean.a.toFixed(3))})` : text
}

const BLACK: Color = { r: 0, g: 0, b: 0, a: 1 }

/** Mixes the share `part` (0 to 1) of the second color into the first, as `#rrggbb`; invalid ones count as black. */
export function mixColors(first: string, second: string, part: number): string {
  const [a, b] = [parseColor(first) ?? BLACK, parseColor(second) ?? BLACK]
  const two = (from: number, to: number) =>
    Math.round(from + (to - from) * part)
      .toString(16)
      .padStart(2, '0')
  return `#${two(a.r, b.r)}${two(a.g, b.g)}${two(a.b, b.b)}`
}
