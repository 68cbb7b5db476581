import { isId } from '#id.ts'
import { isRecord } from '#record.ts'

/** The family name of a font in the media library, as settings store it. */
export const ownFont = (mediaId: string): string => PREFIX + mediaId

/** The media item of such a name; undefined for the name of an offered font. */
export function ownFontId(font: unknown): string | undefined {
  if (typeof font !== 'string' || !font.startsWith(PREFIX)) return undefined
  const id = font.slice(PREFIX.length)
  return isId(id) ? id : undefined
}

/** The media items that settings name as fonts, at any depth. */
export function ownFontsIn(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const each of value) ownFontsIn(each, found)
  if (!isRecord(value)) return found
  const id = ownFontId(value.font)
  if (id !== undefined) found.add(id)
  for (const part of Object.values(value)) ownFontsIn(part, found)
  return found
}

const PREFIX = 'font:'

/** What a font file says about itself. */
export interface FontFace {
  family: string
  /** The lightest and the boldest weight that it draws; the same in a font with one. */
  weights: readonly [number, number]
  italic: boolean
}
