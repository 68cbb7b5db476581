import { fallbackFamilies, fontSetsOf, loadFonts } from './load-fonts.ts'
import { hasPieces, namedFonts } from './named-fonts.ts'

/**
 * Downloads the font files that pages use, so that the browser has them before the pages show. `pages`: documents in
 * any form.
 */
export async function fetchFonts(pages: unknown, locale: string): Promise<void> {
  const text = [...new Set(JSON.stringify(pages))].join('')
  const used = [...namedFonts(pages)]
  const fonts = used.map(({ font }) => font)
  await Promise.all(fontSetsOf(text, locale, fonts).map(loadFonts))
  const pieces = hasPieces(pages) ? FACES : []
  const names = new Set(
    used.flatMap(({ font, weight, italic }) =>
      [{ weight, italic }, ...pieces].map(
        (face) => `${face.italic ? 'italic ' : ''}${face.weight} 16px ${JSON.stringify(font)}`,
      ),
    ),
  )
  for (const family of fallbackFamilies(text, locale)) names.add(`16px ${family}`)
  names.add('16px "Noto Color Emoji"')
  await Promise.all([...names].map((name) => document.fonts.load(name, text)))
}

/** The faces that pieces of a text can have. */
const FACES = [400, 700].flatMap((weight) => [false, true].map((italic) => ({ weight, italic })))
