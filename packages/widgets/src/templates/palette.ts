import { type Color, contrastText, mixColors as mix, parseColor } from '@vitrine/contract/fields/color'

/** The default colors of an organization: dark blue with a warm yellow. */
const DEFAULT_COLORS = { primary: '#14406b', accent: '#f5b83d' } as const

/** A template's colors, all derived from an organization's two. */
export interface Palette {
  /** A light background, and the texts on it. */
  paper: string
  ink: string
  faded: string
  /** A light tint for empty picture areas, and a lighter one. */
  tint: string
  mist: string
  /** A dark background, a slightly lighter area on it, and the texts on both. */
  deep: string
  raised: string
  onDeep: string
  quiet: string
  /** The primary color as a background, and the texts on it. */
  primary: string
  onPrimary: string
  mild: string
  /** The primary color with more contrast to its texts: behind pictures and rows. */
  shade: string
  /** The accent color as a background, and the text on it. */
  accent: string
  onAccent: string
  /** A lighter accent color, and the primary color as a picture on both. */
  glare: string
  primaryOnAccent: string
  /** Both colors as text, adjusted until they are readable on their background. */
  accentOnDeep: string
  accentOnPrimary: string
  primaryOnPaper: string
}

/** WCAG 2 requires a contrast of 3 for large text (from 24 px), which text on a wall is. */
const READABLE = 3
/** For backgrounds of long texts. */
const COMFORTABLE = 4.5

export function paletteOf(colours: { primary?: string | null; accent?: string | null }): Palette {
  const primary = parseColor(colours.primary ?? '') ? String(colours.primary) : DEFAULT_COLORS.primary
  const accent = parseColor(colours.accent ?? '') ? String(colours.accent) : DEFAULT_COLORS.accent
  const paper = mix('#fbfaf7', primary, 0.03)
  const ink = readable(mix(primary, '#000000', 0.72), paper, 12)
  const deep = readable(mix(primary, '#000000', 0.55), '#ffffff', 9)
  const onPrimary = inkOn(primary)
  const mist = mix(paper, primary, 0.09)
  const raised = readable(mix(deep, primary, 0.5), '#ffffff', 6)
  const shade = mix(primary, onPrimary === '#ffffff' ? '#000000' : '#ffffff', 0.22)
  return {
    paper,
    ink,
    faded: readable(mix(ink, paper, 0.38), mist, COMFORTABLE),
    tint: mix(paper, primary, 0.2),
    mist,
    deep,
    raised,
    onDeep: '#ffffff',
    quiet: readable(mix('#ffffff', deep, 0.28), raised, COMFORTABLE),
    primary,
    onPrimary,
    mild: readable(mix(onPrimary, primary, 0.22), primary, COMFORTABLE),
    shade,
    accent,
    onAccent: inkOn(accent),
    glare: mix(accent, '#ffffff', 0.3),
    primaryOnAccent: readable(primary, accent, READABLE),
    accentOnDeep: readable(accent, raised, COMFORTABLE),
    accentOnPrimary: readable(accent, primary, COMFORTABLE),
    primaryOnPaper: readable(primary, mist, COMFORTABLE),
  }
}

const inkOn = (ground: string) => (contrastText(ground) === 'black' ? '#14181d' : '#ffffff')

const BLACK: Color = { r: 0, g: 0, b: 0, a: 1 }
const channels = (text: string): Color => parseColor(text) ?? BLACK

/** The relative luminance of WCAG 2.2, 0 to 1. */
function luminance(text: string): number {
  const { r, g, b } = channels(text)
  const linear = (value: number) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/** The contrast ratio of WCAG 2.2, 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** Moves a color toward black or white, away from the background, until it has enough contrast. */
function readable(colour: string, ground: string, wanted: number): string {
  const end = luminance(ground) > 0.18 ? '#000000' : '#ffffff'
  for (let part = 0; part < 1; part += 0.05) {
    const moved = mix(colour, end, part)
    if (contrastRatio(moved, ground) >= wanted) return moved
  }
  return end
}
