import { SCREEN_LANGUAGES } from '@vitrine/contract/player/screen-languages'
import { clock } from '#lib/clock.ts'
import { cachedFormat } from './format.ts'

/** Screen languages, named and sorted in the console's language. */
export const screenLanguages = (): readonly { value: string; label: string }[] =>
  cachedFormat('languages of screens', (spoken) => {
    const names = new Intl.DisplayNames(spoken, { type: 'language' })
    const named = SCREEN_LANGUAGES.map((value) => ({ value, label: names.of(value) ?? value }))
    return named.sort((a, b) => a.label.localeCompare(b.label, spoken))
  })

/** The current time in a screen's locale. */
export const screenDate = (locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }).format(clock.now())
