import { CAPTION_LANGUAGES } from '@vitrine/contract/document/captions'
import { SCREEN_LANGUAGES } from '@vitrine/contract/player/screen-languages'
import { clock } from '#lib/clock.ts'
import { cachedFormat } from './format.ts'

interface Language {
  value: string
  label: string
}

/** Languages, named and sorted in the console's language. */
const named = (languages: readonly string[]) => (spoken: string) => {
  const names = new Intl.DisplayNames(spoken, { type: 'language' })
  return languages
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, spoken))
}

export const screenLanguages = (): readonly Language[] =>
  cachedFormat('languages of screens', named(SCREEN_LANGUAGES))

export const captionLanguages = (): readonly Language[] =>
  cachedFormat('languages of captions', named(CAPTION_LANGUAGES))

/** The name of a language in the console's language. */
export function languageName(tag: string, spoken: string): string {
  try {
    return new Intl.DisplayNames([spoken, 'en'], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

/** The current time in a screen's locale. */
export const screenDate = (locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }).format(clock.now())
