import type { StoredLanguages } from '#inputs-by-widget.ts'

/**
 * The texts of a page in several languages. A text is named by what it says in the page's own language: it keeps its
 * translation when widgets are moved, sorted, or copied, and one that changed says so by having none.
 */

export type PageLanguages = StoredLanguages

export const LANGUAGES_MAX = 12
export const TRANSLATIONS_MAX = 2000
export const TRANSLATION_MAX = 5000
export const TURN_MIN = 3
export const TURN_MAX = 3600

/** Right-to-left languages, by primary subtag. */
const FROM_THE_RIGHT: readonly string[] = ['ar', 'fa', 'he', 'ur']
/** Norwegian screens are set to one of its two forms. */
const FORMS: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' }
const primaryOf = (tag: string): string => {
  const primary = tag.toLowerCase().split('-')[0] ?? ''
  return FORMS[primary] ?? primary
}
/** The letters of a language: Chinese is written in two kinds. */
function scriptOf(tag: string): string {
  try {
    return new Intl.Locale(tag).maximize().script ?? ''
  } catch {
    return ''
  }
}
/** The direction in which a language is read. */
export const directionOf = (tag: string): 'ltr' | 'rtl' =>
  FROM_THE_RIGHT.includes(primaryOf(tag)) ? 'rtl' : 'ltr'

/** All languages of a page, its own first. */
export const languagesOf = ({ own, others }: PageLanguages): string[] => [
  own,
  ...others.map(({ language }) => language),
]

/** The language of a page for a screen: the same tag, else the same language in the same letters, else the page's own. */
export function languageFor(languages: PageLanguages, locale: string): string {
  const all = languagesOf(languages)
  const wanted = locale.replace(/-u-.*/, '').toLowerCase()
  const same = all.filter((language) => primaryOf(language) === primaryOf(wanted))
  return (
    all.find((language) => language.toLowerCase() === wanted) ??
    same.find((language) => same.length > 1 && scriptOf(language) === scriptOf(wanted)) ??
    same[0] ??
    languages.own
  )
}

/** The language that a page shows at an instant (milliseconds since 1970 UTC): the same on all screens that take turns. */
export function languageAt(languages: PageLanguages, locale: string, now: number): string {
  const { every } = languages
  if (every === undefined) return languageFor(languages, locale)
  const all = languagesOf(languages)
  return all[Math.floor(now / 1000 / every) % all.length] ?? languages.own
}

/** A language with the formats of a screen; the screen's own tag where it is the same language. */
export function localeIn(language: string, locale: string): string {
  if (primaryOf(language) === primaryOf(locale)) return locale
  const formats = /-u-.*/.exec(locale)?.[0] ?? ''
  return language + formats
}

/** The stored form, with keys in one order. */
export const writeLanguages = ({ own, others, every, mirror }: PageLanguages): PageLanguages => ({
  own,
  others: others.map(({ language, texts }) => ({
    language,
    texts: texts.map(({ of, to }) => ({ of, to })),
  })),
  ...(every !== undefined && { every }),
  ...(mirror && { mirror }),
})

/** Every translation of a page. */
export const translationsIn = (languages: PageLanguages | undefined): string[] =>
  languages?.others.flatMap(({ texts }) => texts.map(({ to }) => to)) ?? []
