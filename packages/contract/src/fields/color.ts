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
  const colour = parseColor(ground)
  return !colour || luminance(colour) > 125 ? 'black' : 'white'
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
