import i18next, { type ParseKeys } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { STORED, storage } from '#lib/browser/storage.ts'
import ar from '#locales/ar.json'
import enUsStart from '#locales/en-us-start.json'
import type { Texts } from './texts.ts'

const DEFAULT_LOCALE = 'en-us'
/** A test locale: English in Arabic letters, right to left, to check the layout. Never offered. */
const TEST_LOCALE = 'qps-rtl'

interface Locale {
  code: string
  name: string
  direction: 'ltr' | 'rtl'
  texts: Texts
}

/** All registered locales. One without texts falls back to en-us, including the direction. */
export const LOCALES: readonly Locale[] = [
  { code: DEFAULT_LOCALE, name: 'English', direction: 'ltr', texts: enUsStart },
  { code: 'ar', name: 'العربية', direction: 'rtl', texts: ar },
]

const hasTexts = ({ texts }: Locale) => Object.keys(texts).length > 0
/** The locales that users may choose. */
export const offeredLocales = (): readonly Locale[] => LOCALES.filter(hasTexts)

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
    resources: Object.fromEntries(LOCALES.map(({ code, texts }) => [code, { translation: texts }])),
    interpolation: { prefix: '%{', suffix: '}', escapeValue: false },
  })
  addTexts(enUsStart)
  applyDirection(locale)
}

/** Adds en-us texts (and their pseudo translations in the test locale). */
export function addTexts(texts: Texts): void {
  i18next.addResourceBundle(DEFAULT_LOCALE, 'translation', texts, true, true)
  if (toTestLocale) i18next.addResourceBundle(TEST_LOCALE, 'translation', toTestLocale(texts), true, true)
}

export function chosenLocale(): string {
  const stored = storage.get(STORED.locale)
  const known = stored === TEST_LOCALE || LOCALES.some(({ code }) => code === stored)
  return stored && known ? stored : DEFAULT_LOCALE
}

/** The locale for dates, numbers and sorting: that of the texts, never the browser's. */
export const textLanguage = (): string =>
  i18next.language === TEST_LOCALE ? 'ar' : (i18next.resolvedLanguage ?? DEFAULT_LOCALE)

export async function setLocale(code: string): Promise<void> {
  storage.set(STORED.locale, code === DEFAULT_LOCALE ? null : code)
  applyDirection(code)
  await i18next.changeLanguage(code)
}

function applyDirection(code: string): void {
  const locale = LOCALES.find((one) => one.code === code)
  const rtl = code === TEST_LOCALE || (locale && hasTexts(locale) && locale.direction === 'rtl')
  document.documentElement.lang = code === TEST_LOCALE ? 'ar' : code
  document.documentElement.dir = rtl ? 'rtl' : 'ltr'
}
