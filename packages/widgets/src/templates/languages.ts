/** The languages of templates, in the order of each phrase. */
export const LANGUAGES = ['en', 'de', 'fr', 'ar'] as const
export type TemplateLanguageCode = (typeof LANGUAGES)[number]
const MIRRORED: readonly string[] = ['ar']

/** The language that templates write for a language tag (`ar`, `en-us`); English where they do not know it. */
export function codeOf(tag: string): TemplateLanguageCode {
  const [code] = tag.toLowerCase().split('-')
  return LANGUAGES.find((one) => one === code) ?? 'en'
}

export const isMirrored = (code: TemplateLanguageCode): boolean => MIRRORED.includes(code)
