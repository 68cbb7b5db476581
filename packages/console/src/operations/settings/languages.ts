import { STORED, storage } from '#lib/browser/storage.ts'
import { chosenLocale, DEFAULT_LOCALE, FILES, speak } from '#lib/text/i18n.ts'
import ar from '#locales/ar.json'

/** All registered locales. One without texts falls back to en-us, including the direction. */
export const LOCALES: readonly string[] = [DEFAULT_LOCALE, 'ar', ...Object.keys(FILES)]

/** The locales that users may choose: those with texts. */
export const offeredLocales = (): readonly string[] =>
  LOCALES.filter((code) => code !== 'ar' || 'login' in ar)

export async function setLocale(code: string): Promise<void> {
  storage.set(STORED.locale, code === DEFAULT_LOCALE ? null : code)
  await speak(code)
}

/** The region whose formats this person chose; null: the organization's, or else the browser's. */
export const chosenRegion = (): string | null => storage.get(STORED.region)

export async function setRegion(tag: string | null): Promise<void> {
  storage.set(STORED.region, tag)
  // Renders all texts again.
  await speak(chosenLocale())
}

/** A language's name in that language: "Deutsch". */
export function nameOf(code: string): string {
  const language = code === DEFAULT_LOCALE ? 'en' : code
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? code
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
