import type { FontSettings } from '@vitrine/contract/fields/kinds/font-settings'
import type { CSSProperties } from 'react'

/** The widgets' default font stack: the interface's font, with Latin and Arabic letters, then Asia and emoji. */
export const OWN_STACK =
  '"IBM Plex Sans Variable", "IBM Plex Sans Arabic", var(--cjk, "Noto Sans SC Variable"), "Noto Color Emoji", sans-serif'

/**
 * The CSS font stack of a configured font. `load-fonts.ts` serves a file under the name of each offered font, so every
 * machine draws the same. Quoted, to keep an unknown name from being anything but a name.
 */
const fontStack = (font: string): string =>
  font === 'IBM Plex Sans' ? OWN_STACK : `${JSON.stringify(font)}, ${OWN_STACK}`

/** Font styles except the size, which `FitText` determines. */
export const fontStyle = (font: FontSettings): CSSProperties => ({
  fontFamily: fontStack(font.font),
  fontWeight: font.isBold ? 700 : 400,
  fontStyle: font.isItalic ? 'italic' : 'normal',
  textAlign: font.alignment,
})
