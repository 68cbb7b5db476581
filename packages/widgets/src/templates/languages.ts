/** The languages of templates, in the order of each phrase. */
export const LANGUAGES = ['en', 'de', 'fr', 'ar'] as const
export type TemplateLanguageCode = (typeof LANGUAGES)[number]
const MIRRORED: readonly string[] = ['ar']

/** The template language of a language tag (`ar`, `en-us`); falls back to English. */
export function codeOf(tag: string): TemplateLanguageCode {
  const [code] = tag.toLowerCase().split('-')
  return LANGUAGES.find((one) => one === code) ?? 'en'
}

export const isMirrored = (code: TemplateLanguageCode): boolean => MIRRORED.includes(code)
