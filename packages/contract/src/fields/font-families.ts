export const FONT_STYLES = ['sans', 'serif', 'slab', 'display', 'script', 'condensed', 'mono'] as const
export type FontStyle = (typeof FONT_STYLES)[number]
/** Scripts beyond Latin. Those that a font lacks are drawn in the fonts of the interface, which have all of these. */
export const FONT_SCRIPTS = ['cyrillic', 'greek', 'hebrew', 'arabic'] as const
export type FontScript = (typeof FONT_SCRIPTS)[number]

export interface FontFamily {
  name: string
  style: FontStyle
  /** The lightest and the boldest; browsers draw what is outside as the nearest. */
  weights: readonly [number, number]
  /** Whether it has drawn italics; browsers slant others. */
  italic: boolean
  scripts: readonly FontScript[]
}

const family = (
  name: string,
  style: FontStyle,
  weights: readonly [number, number],
  scripts: readonly FontScript[],
  italic = false,
): FontFamily => ({ name, style, weights, italic, scripts })

const EASTERN = ['cyrillic', 'greek'] as const

/** The fonts that every machine has, or a font that is served under their name. */
export const COMMON_FONTS = [
  family('Arial', 'sans', [400, 700], [...EASTERN, 'hebrew'], true),
  family('Georgia', 'serif', [400, 700], [], true),
  family('Courier New', 'mono', [400, 700], [...EASTERN, 'hebrew'], true),
  family('Tahoma', 'sans', [400, 700], [...EASTERN, 'arabic'], true),
  family('Times New Roman', 'serif', [400, 700], [...EASTERN, 'hebrew'], true),
  family('Verdana', 'sans', [400, 700], EASTERN, true),
  family('IBM Plex Sans', 'sans', [300, 700], [...EASTERN, 'arabic']),
] as const

/** Open families, which are served from this installation. */
export const OPEN_FONTS: readonly FontFamily[] = [
  family('Inter', 'sans', [100, 900], EASTERN, true),
  family('Open Sans', 'sans', [300, 800], [...EASTERN, 'hebrew'], true),
  family('Montserrat', 'sans', [100, 900], ['cyrillic'], true),
  family('Rubik', 'sans', [300, 900], ['cyrillic', 'hebrew', 'arabic'], true),
  family('Cairo', 'sans', [200, 900], ['arabic']),
  family('Lora', 'serif', [400, 700], ['cyrillic'], true),
  family('Merriweather', 'serif', [300, 900], ['cyrillic'], true),
  family('EB Garamond', 'serif', [400, 800], EASTERN, true),
  family('Frank Ruhl Libre', 'serif', [300, 900], ['hebrew']),
  family('Noto Naskh Arabic', 'serif', [400, 700], ['arabic']),
  family('Roboto Slab', 'slab', [100, 900], EASTERN),
  family('Bitter', 'slab', [100, 900], ['cyrillic'], true),
  family('Playfair Display', 'display', [400, 900], ['cyrillic'], true),
  family('Bebas Neue', 'display', [400, 400], []),
  family('Lalezar', 'display', [400, 400], ['arabic']),
  family('Dancing Script', 'script', [400, 700], []),
  family('Caveat', 'script', [400, 700], ['cyrillic']),
  family('Oswald', 'condensed', [200, 700], ['cyrillic']),
  family('Roboto Condensed', 'condensed', [100, 900], EASTERN, true),
  family('JetBrains Mono', 'mono', [100, 800], EASTERN, true),
]

export const FONT_FAMILIES: readonly FontFamily[] = [...COMMON_FONTS, ...OPEN_FONTS]
export const FONTS: readonly string[] = FONT_FAMILIES.map(({ name }) => name)
