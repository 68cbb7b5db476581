import { describe, expect, it } from 'vitest'
import { builtInText, isLazyLanguage } from '#lib/built-in-texts.ts'
import { provideLazyParts } from '#lib/lazy-parts.ts'
import { AR } from './ar.ts'
import { type BuiltInTexts, EN } from './en.ts'
import { lazyLanguages } from './lazy-languages.ts'

const LANGUAGES: Readonly<Record<string, BuiltInTexts>> = { en: EN, ar: AR, ...lazyLanguages }
const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort().join()

describe.each(Object.keys(LANGUAGES))('the words in %s', (language) => {
  it('contain every English text', () => {
    for (const [word, english] of Object.entries(EN)) {
      const text = LANGUAGES[language]?.[word as keyof typeof EN] ?? ''
      expect(text.trim(), word).not.toBe('')
      expect(places(text), word).toBe(places(english))
    }
  })
})

it('are English until the others have loaded', () => {
  // Other tests in the same process may have loaded them.
  provideLazyParts({ lazyLanguages: undefined })
  expect([builtInText('de-DE', 'rain'), isLazyLanguage('de-DE'), isLazyLanguage('ar-EG')]).toEqual([
    'Rain',
    true,
    false,
  ])
  provideLazyParts({ lazyLanguages })
  expect(builtInText('de-DE', 'rain')).toBe('Regen')
})

it('use the primary subtag of a locale, falling back to English', () => {
  const rain = (locale: string) => builtInText(locale, 'rain')
  expect(['de-AT-u-hc-h23', 'JA-jp', 'fr', 'ar-EG', 'pt-BR', 'constructor', ''].map(rain)).toEqual([
    ...['Regen', '雨', 'Pluie', 'مطر', 'Rain', 'Rain', 'Rain'],
  ])
})
