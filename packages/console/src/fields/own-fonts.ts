import { FONT_FAMILIES } from '@vitrine/contract/fields/font-families'
import { type FontFace, ownFont, ownFontId } from '@vitrine/contract/fields/own-font'
import type { FieldsHost } from './control.ts'

/** A font file in the media library. */
export interface OwnFont {
  id: string
  face: FontFace
}

/** What a font draws; undefined for a name that isn't offered, and for a deleted file. */
export function fontDraws(
  font: string,
  host: Pick<FieldsHost, 'media'>,
): Pick<FontFace, 'weights' | 'italic'> | undefined {
  const id = ownFontId(font)
  return id === undefined ? FONT_FAMILIES.find(({ name }) => name === font) : host.media(id)?.face
}

/** `100–900`, or one number. */
export const weightsText = ([lightest, boldest]: FontFace['weights']): string =>
  lightest === boldest ? String(lightest) : `${lightest}–${boldest}`

/**
 * The file of the same family that draws a weight and style best: an own font has a file for each, and a browser's own
 * bold and italic are poor.
 */
export function faceFor(
  font: string,
  all: readonly OwnFont[],
  { isBold = false, isItalic = false }: { isBold?: boolean | undefined; isItalic?: boolean | undefined },
): string {
  const current = all.find(({ id }) => id === ownFontId(font))
  if (!current) return font
  const weight = isBold ? 700 : 400
  const distance = ({ face: { weights, italic } }: OwnFont) =>
    (italic === isItalic ? 0 : 10_000) + Math.max(0, weights[0] - weight, weight - weights[1])
  const family = all.filter(({ face }) => face.family === current.face.family)
  const best = Math.min(...family.map(distance))
  return ownFont(
    (distance(current) === best ? current : family.find((each) => distance(each) === best))?.id ?? '',
  )
}
