import { cjkOf, FAMILIES, fontSetsOf, loadFonts } from './load-fonts.ts'

/**
 * Downloads the font files that pages use, so that the browser has them before the pages show. `pages`: documents in
 * any form.
 */
export async function fetchFonts(pages: unknown, locale: string): Promise<void> {
  const text = [...new Set(JSON.stringify(pages))].join('')
  await Promise.all(fontSetsOf(text, locale).map(loadFonts))
  const names = new Set(fontsIn(pages))
  for (const set of cjkOf(text, locale)) names.add(`16px ${FAMILIES[set]}`)
  names.add('16px "Noto Color Emoji"')
  await Promise.all([...names].map((name) => document.fonts.load(name, text)))
}

/** The fonts in settings, as CSS shorthands. */
function* fontsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  const { font, isBold, isItalic } = value as Record<string, unknown>
  if (typeof font === 'string')
    yield `${isItalic ? 'italic ' : ''}${isBold ? 700 : 400} 16px ${JSON.stringify(font)}`
  for (const part of Object.values(value)) yield* fontsIn(part)
}
