import type { FontSettings } from '@vitrine/contract/fields/kinds/font-settings'
import type { CSSProperties } from 'react'

/** The bundled font has Latin and Arabic letters, so every stack ends with it: no text lacks glyphs. */
const BUNDLED = '"IBM Plex Sans Variable", "IBM Plex Sans", "IBM Plex Sans Arabic"'
/** Per font: metric-compatible families on Linux screens, then the bundled one. */
const STACKS: Readonly<Record<string, string>> = {
  Arial: `Arial, "Liberation Sans", Arimo, Helvetica, ${BUNDLED}, sans-serif`,
  Georgia: `Georgia, Gelasio, "DejaVu Serif", ${BUNDLED}, serif`,
  'Courier New': `"Courier New", "Liberation Mono", Cousine, monospace`,
  Tahoma: `Tahoma, "DejaVu Sans Condensed", "DejaVu Sans", ${BUNDLED}, sans-serif`,
  'Times New Roman': `"Times New Roman", "Liberation Serif", Tinos, ${BUNDLED}, serif`,
  Verdana: `Verdana, "DejaVu Sans", ${BUNDLED}, sans-serif`,
  'IBM Plex Sans': `${BUNDLED}, sans-serif`,
}
/** The widgets' default font stack. */
export const OWN_STACK = `${BUNDLED}, Arial, "Liberation Sans", sans-serif`

/** The CSS font stack of a configured font. An unknown name is quoted, to keep it from being anything but a name. */
const fontStack = (font: string): string =>
  Object.hasOwn(STACKS, font)
    ? (STACKS[font] ?? OWN_STACK)
    : `"${font.replace(/["\\\n\r]/g, '')}", ${OWN_STACK}`

/** Font styles except the size, which `FitText` determines. */
export const fontStyle = (font: FontSettings): CSSProperties => ({
  fontFamily: fontStack(font.font),
  fontWeight: font.isBold ? 700 : 400,
  fontStyle: font.isItalic ? 'italic' : 'normal',
  textAlign: font.alignment,
})
