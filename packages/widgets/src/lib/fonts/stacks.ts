import { contrastText, parseGradient } from '@vitrine/contract/fields/color'
import type { FontParts } from '@vitrine/contract/fields/font-parts'
import type { FontSettings } from '@vitrine/contract/fields/kinds/font-settings'
import type { CSSProperties } from 'react'

/** The widgets' default font stack: the interface's font, with Latin and Arabic letters, then Asia and emoji. */
export const OWN_STACK =
  '"IBM Plex Sans Variable", "IBM Plex Sans Arabic", var(--cjk, "Noto Sans SC Variable"), "Noto Color Emoji", sans-serif'

/**
 * The CSS font stack of a configured font. `load-fonts.ts` serves a file under the name of each offered font, so every
 * machine draws the same. Quoted, to keep an unknown name from being anything but a name.
 */
export const fontStack = (font: string): string =>
  font === 'IBM Plex Sans' ? OWN_STACK : `${JSON.stringify(font)}, ${OWN_STACK}`

/** Font styles except the size and the line height, which `FitText` determines. `color`: of the letters. */
export const fontStyle = (font: FontSettings, color = ''): CSSProperties => ({
  fontFamily: fontStack(font.font),
  fontWeight: font.weight || (font.isBold ? 700 : 400),
  fontStyle: font.isItalic ? 'italic' : 'normal',
  textAlign: font.alignment,
  ...letterStyle(font, color),
})

/** The font of a line that a widget arranges itself: in its size, in a box as high as its letters. */
export const lineFont = (font: FontSettings, size: number): FontSettings => ({
  ...font,
  size,
  ...(font.lineHeight && { lineHeight: 0 }),
  ...(font.vertical && { vertical: '' }),
  ...(font.minSize && { minSize: 0 }),
  ...(font.maxSize && { maxSize: 0 }),
})

/** The styles of letters beyond the specification; empty if they are not used. */
export function letterStyle(font: FontParts, color: string): CSSProperties {
  const isGradient = parseGradient(color) !== undefined
  const copies = [...outlineOf(font, color, isGradient ? SIDES : AROUND), ...shadowOf(font, color)]
  const shadows = isGradient ? [] : copies
  // Under letters that are cut out of a gradient, a text shadow would be seen through them.
  const filters = isGradient ? copies.map((copy) => `drop-shadow(${copy})`) : []
  return {
    ...(font.spacing && { letterSpacing: `${font.spacing / 100}em` }),
    ...(font.letterCase && { textTransform: font.letterCase }),
    ...(font.decoration && { textDecorationLine: font.decoration }),
    ...(shadows.length > 0 && { textShadow: shadows.join(', ') }),
    ...(filters.length > 0 && { filter: filters.join(' ') }),
  }
}

/** Black or white, whichever contrasts with a color. */
const against = (color: string) => contrastText(color || 'white')

/** Copies around the letters: a stroke would be inside them, too, and old browsers can't draw it underneath. */
const AROUND = [0, 45, 90, 135, 180, 225, 270, 315]
/** Each filter also copies what those before it drew, which fills the corners. */
const SIDES = [0, 90, 180, 270]

function outlineOf(
  { outline = 0, outlineColor = '' }: FontParts,
  color: string,
  directions: readonly number[],
): string[] {
  if (outline <= 0) return []
  const em = (share: number) => `${Number((share * (outline / 100)).toFixed(4))}em`
  const angles = directions.map((degrees) => (degrees * Math.PI) / 180)
  return angles.map(
    (angle) => `${em(Math.cos(angle))} ${em(Math.sin(angle))} 0 ${outlineColor || against(color)}`,
  )
}

function shadowOf({ shadow = 0, shadowColor = '' }: FontParts, color: string): string[] {
  if (shadow <= 0) return []
  const em = (share: number) => `${Number((share * (shadow / 100)).toFixed(4))}em`
  const paint =
    shadowColor || (against(color) === 'black' ? 'rgba(0, 0, 0, .75)' : 'rgba(255, 255, 255, .75)')
  return [`0 ${em(0.35)} ${em(1)} ${paint}`, `0 0 ${em(0.5)} ${paint}`]
}
