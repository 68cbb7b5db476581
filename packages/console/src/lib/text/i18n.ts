import i18next, { type ParseKeys } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { STORED, storage } from '#lib/browser/storage.ts'
import ar from '#locales/ar.json'
import enUsStart from '#locales/en-us-start.json'
import type { Texts } from './texts.ts'

export const DEFAULT_LOCALE = 'en-us'
/** A test locale: English in Arabic letters, right to left, to check the layout. Never offered. */
const TEST_LOCALE = 'qps-rtl'

/** Languages other than English, each in a file with all its texts. */
export const FILES: Record<string, () => Promise<{ default: Texts }>> = {
  // The specification keeps `ar` empty, so the Arabic that people choose is the one of the whole Arabic world.
  'ar-001': () => import('#locales/ar-001.json'),
  de: () => import('#locales/de.json'),
  es: () => import('#locales/es.json'),
  fr: () => import('#locales/fr.json'),
}

export type TextKey = ParseKeys

let toTestLocale: ((texts: Texts) => Texts) | undefined

/** Loads the login's texts; the console's follow with `addTexts`. */
export async function startTexts(): Promise<void> {
  const locale = chosenLocale()
  if (locale === TEST_LOCALE) toTestLocale = (await import('./pseudo-rtl.ts')).pseudoRtl
  await i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: DEFAULT_LOCALE,
    lowerCaseLng: true,
    returnEmptyString: false,
    resources: { [DEFAULT_LOCALE]: { translation: enUsStart }, ar: { translation: ar } },
    interpolation: { prefix: '%{', suffix: '}', escapeValue: false },
  })
  addTexts(enUsStart)
  await speak(locale)
}

/** All texts of a language other than English; undefined for an unknown one. */
export async function textsOf(code: string): Promise<Texts | undefined> {
  const load = FILES[code]
  if (!load) return undefined
  const [file, { withPlurals }] = await Promise.all([load(), import('./plural-forms.ts')])
  return withPlurals(file.default, code)
}

/** Speaks a language. If its texts can't be loaded, the console speaks English until the next start. */
export async function speak(code: string): Promise<void> {
  const loaded = await textsOf(code).catch(() => undefined)
  if (loaded) i18next.addResourceBundle(code, 'translation', loaded, true, true)
  document.documentElement.lang = code === TEST_LOCALE ? 'ar' : code
  document.documentElement.dir = code === TEST_LOCALE || (loaded && code.startsWith('ar')) ? 'rtl' : 'ltr'
  // Only with its texts it is the language of dates and numbers.
  await i18next.changeLanguage(code)
}

/** Adds en-us texts (and their pseudo translations in the test locale). */
export function addTexts(texts: Texts): void {
  i18next.addResourceBundle(DEFAULT_LOCALE, 'translation', texts, true, true)
  if (toTestLocale) i18next.addResourceBundle(TEST_LOCALE, 'translation', toTestLocale(texts), true, true)
}

export function chosenLocale(): string {
  const stored = storage.get(STORED.locale) ?? ''
  return stored === TEST_LOCALE || stored in FILES ? stored : DEFAULT_LOCALE
}

/** The locale for dates, numbers and sorting: that of the texts, never the browser's. */
export const textLanguage = (): string =>
  i18next.language === TEST_LOCALE ? 'ar' : (i18next.resolvedLanguage ?? DEFAULT_LOCALE)
