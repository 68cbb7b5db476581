import { gradientText, parseGradient, solidColor } from '@vitrine/contract/fields/color'
import type { CSSProperties } from 'react'

/** A color or a gradient as a CSS background, written from what was parsed: no other text gets into a style. */
export const cssPaint = (paint: string): string => {
  const gradient = parseGradient(paint)
  return gradient ? gradientText(gradient) : paint
}

/** Letters filled with a gradient, cut out of it; empty for a color. Shadows of such letters would cover them. */
export function letterPaint(paint: string): CSSProperties {
  if (!parseGradient(paint)) return {}
  return {
    backgroundImage: cssPaint(paint),
    WebkitBackgroundClip: 'text',
    WebkitTextFillColor: 'transparent',
    color: solidColor(paint),
  }
}
