import emoji from '@infolektuell/noto-color-emoji/index.css?inline'
import { OPEN_FONTS } from '@vitrine/contract/fields/font-families'
import { letters } from './letters.ts'
import { noteLoading } from './pending-fonts.ts'

type Cjk = 'sc' | 'tc' | 'jp' | 'kr'
type FontSet = 'letters' | 'families' | 'emoji' | Cjk

/** CSS rules per set. Browsers download only the files whose characters a page shows. */
const RULES: Readonly<Record<FontSet, () => string | Promise<string>>> = {
  letters: () => letters,
  families: async () => (await import('./families.ts')).families,
  // Browsers that can't draw this format would show nothing instead of the system's emoji.
  emoji: () => `@supports font-tech(color-COLRv1){${emoji}}`,
  sc: async () => (await import('./cjk.ts')).cjk.sc,
  tc: async () => (await import('./cjk.ts')).cjk.tc,
  jp: async () => (await import('./cjk.ts')).cjk.jp,
  kr: async () => (await import('./cjk.ts')).cjk.kr,
}

const EMOJI = /[\u{1f000}-\u{1faff}\u{2600}-\u{27bf}]|\ufe0f|\u20e3/u
const KANA = /[\u3040-\u30ff\u31f0-\u31ff]/
const HANGUL = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/
const HEBREW = /[\u0590-\u05ff\ufb1d-\ufb4f]/
const HAN =
  /[\u2e80-\u2fdf\u3000-\u303f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3134f}]/u

/**
 * The fonts for characters of Asia in a text, in order: countries draw the same character differently. Han characters
 * follow the locale, then the letters beside them.
 */
export function cjkOf(text: string, locale: string): readonly Cjk[] {
  const [language = '', region = ''] = locale.toLowerCase().split('-')
  const chinese = /^(tw|hk|mo|hant)$/.test(region) ? 'tc' : 'sc'
  const own = ({ zh: chinese, ja: 'jp', ko: 'kr' } as Partial<Record<string, Cjk>>)[language]
  const beside: Cjk[] = [
    ...(KANA.test(text) ? ['jp' as const] : []),
    ...(HANGUL.test(text) ? ['kr' as const] : []),
  ]
  // The last one has the characters that only Chinese texts beside them use.
  const han: Cjk[] = HAN.test(text) ? [own ?? beside[0] ?? 'sc', ...beside, 'sc'] : beside
  return [...new Set(han)]
}

const loaded = new Set<FontSet>()

/** Adds a set's CSS rules to the page, once. If that fails, the next page that needs it tries again. */
export async function loadFonts(set: FontSet): Promise<void> {
  if (loaded.has(set)) return
  loaded.add(set)
  await noteLoading(async () => {
    const rules = RULES[set]()
    const style = document.createElement('style')
    style.dataset.fonts = set
    style.textContent = typeof rules === 'string' ? rules : await rules
    document.head.append(style)
  }).catch(() => void loaded.delete(set))
}

export const FAMILIES: Readonly<Record<Cjk, string>> = {
  sc: '"Noto Sans SC Variable"',
  tc: '"Noto Sans TC Variable"',
  jp: '"Noto Sans JP Variable"',
  kr: '"Noto Sans KR Variable"',
}

const FAMILY_NAMES: ReadonlySet<string> = new Set(OPEN_FONTS.map(({ name }) => name))

/** The sets that a text needs in some fonts, given by name. */
export const fontSetsOf = (
  text: string,
  locale: string,
  fonts: Iterable<string> = [],
): readonly FontSet[] => [
  'letters',
  ...(HEBREW.test(text) || [...fonts].some((font) => FAMILY_NAMES.has(font)) ? (['families'] as const) : []),
  ...(EMOJI.test(text) ? (['emoji'] as const) : []),
  ...cjkOf(text, locale),
]

/** The families that draw what the interface's fonts lack: Hebrew, and the characters of Asia. */
export const fallbackFamilies = (text: string, locale: string): readonly string[] => [
  ...(HEBREW.test(text) ? ['"Rubik"'] : []),
  ...cjkOf(text, locale).map((set) => FAMILIES[set]),
]

/** Loads the fonts for an element's text, now and whenever it changes. Returns a function that stops. */
export function followText(element: HTMLElement, locale: string, fonts: readonly string[] = []): () => void {
  const look = () => {
    const text = element.textContent ?? ''
    for (const set of fontSetsOf(text, locale, fonts)) void loadFonts(set)
    const families = fallbackFamilies(text, locale)
    if (families.length > 0) element.style.setProperty('--cjk', families.join(', '))
  }
  look()
  const observer = new MutationObserver(look)
  observer.observe(element, { childList: true, characterData: true, subtree: true })
  return () => observer.disconnect()
}
