import type { Style } from '@vitrine/contract/api/content/styles'
import { gradientText, parseGradient } from '@vitrine/contract/fields/color'
import type { FontSettings } from '@vitrine/contract/fields/kinds/font-settings'
import type { CSSProperties } from 'react'
import sheet from './styles.module.css'

type Drawn = Pick<Style, 'kind' | 'name' | 'value'>

/** A style's name, drawn in the style itself. */
export function StyleSample({ style }: { style: Drawn }) {
  if (style.kind === 'text')
    return (
      <span className={sheet.sample} style={textLook(style.value)}>
        {style.name}
      </span>
    )
  return (
    <span className={sheet.sample}>
      <Swatch paint={String(style.value)} />
      {style.name}
    </span>
  )
}

function Swatch({ paint }: { paint: string }) {
  const gradient = parseGradient(paint)
  return (
    <span className={sheet.swatch} aria-hidden="true">
      <span style={{ background: gradient ? gradientText(gradient) : paint }} />
    </span>
  )
}

/** Letters of the interface's size. */
function textLook(value: Style['value']): CSSProperties {
  const { font, weight, isBold, isItalic, spacing, letterCase, decoration } = value as Partial<FontSettings>
  return {
    fontFamily: `${JSON.stringify(font ?? '')}, var(--font)`,
    fontWeight: weight || (isBold ? 700 : 400),
    fontStyle: isItalic ? 'italic' : 'normal',
    ...(spacing && { letterSpacing: `${spacing / 100}em` }),
    ...(letterCase && { textTransform: letterCase }),
    ...(decoration && { textDecorationLine: decoration }),
  }
}
