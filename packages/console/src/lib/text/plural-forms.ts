import type { Texts } from './texts.ts'

const GENERAL = '_other'

/** Where a plural form isn't written, the language's general form: Spanish and French have one for millions only. */
export const withPlurals = (texts: Texts, language: string): Texts =>
  filled(texts, new Intl.PluralRules(language).resolvedOptions().pluralCategories)

function filled(texts: Texts, categories: readonly string[]): Texts {
  const all: Record<string, string | Texts> = {}
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text === 'string' && key.endsWith(GENERAL))
      for (const category of categories) {
        const form = `${key.slice(0, -GENERAL.length)}_${category}`
        all[form] = texts[form] ?? text
      }
    all[key] = typeof text === 'string' ? text : filled(text, categories)
  }
  return all
}
