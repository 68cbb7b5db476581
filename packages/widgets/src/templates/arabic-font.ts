/** Fonts with Arabic letters beside those without. */
const ARABIC: Readonly<Record<string, string>> = {
  'Playfair Display': 'Noto Naskh Arabic',
  'Dancing Script': 'Noto Naskh Arabic',
  'Bebas Neue': 'Lalezar',
  Montserrat: 'Cairo',
  'Open Sans': 'Cairo',
}

/** The font that draws Arabic like a font draws Latin; the font itself if it has Arabic letters. */
export const arabicFont = (font: string): string => ARABIC[font] ?? font
