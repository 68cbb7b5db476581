import { AR } from './languages/ar.ts'
import { type BuiltInText, type BuiltInTexts, EN } from './languages/en.ts'
import { lazyPart } from './lazy-parts.ts'

export type { BuiltInText }

/** Languages in every build; others load when a page needs them. */
const LANGUAGES: Readonly<Record<string, BuiltInTexts>> = { en: EN, ar: AR }

const languageOf = (locale: string) => locale.toLowerCase().split('-')[0] ?? ''
/** Whether the texts of a locale may be among those that load on demand. */
export const isLazyLanguage = (locale: string): boolean => !Object.hasOwn(LANGUAGES, languageOf(locale))

/**
 * A built-in text in the host's language, falling back to English, with `{name}` parameters filled in; numbers in the
 * locale's digits.
 */
export function builtInText(
  locale: string,
  word: BuiltInText,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const language = languageOf(locale)
  const languages = { ...lazyPart('lazyLanguages'), ...LANGUAGES }
  const text = (Object.hasOwn(languages, language) ? languages[language] : undefined)?.[word] ?? EN[word]
  return text.replace(/\{(\w+)\}/g, (_place, name: string) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? numberText(locale, value) : value
  })
}

function numberText(locale: string, value: number): string {
  try {
    return value.toLocaleString(locale)
  } catch {
    return String(value)
  }
}
