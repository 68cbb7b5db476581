/** A font that settings name, in the weight and style in which they use it. */
export interface NamedFont {
  font: string
  weight: number
  italic: boolean
}

/** The fonts in settings of any form, wherever they are. */
export function* namedFonts(value: unknown): Generator<NamedFont> {
  if (typeof value !== 'object' || value === null) return
  const { font, isBold, isItalic, weight } = value as Record<string, unknown>
  if (typeof font === 'string')
    yield { font, weight: Number(weight) || (isBold ? 700 : 400), italic: Boolean(isItalic) }
  for (const part of Object.values(value)) yield* namedFonts(part)
}

/** Whether settings of any form have pieces of texts that are bold or italic, whatever their fonts. */
export function hasPieces(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return 'pieces' in value || Object.values(value).some(hasPieces)
}
