import type { PageLanguages } from '@vitrine/contract/document/page-languages'
import type { Page } from '#content/pages/designer/state/page.ts'

/** A page with these languages; without others, it has none. */
export function withLanguages(page: Page, languages: PageLanguages): Page {
  const { languages: _, ...rest } = page
  return languages.others.length > 0 ? { ...rest, languages } : rest
}

/** A page with a text in another language; an empty translation is none. */
export function withTranslation(page: Page, language: string, of: string, to: string): Page {
  const { languages } = page
  if (!languages) return page
  const others = languages.others.map((other) => {
    if (other.language !== language) return other
    const rest = other.texts.filter((text) => text.of !== of)
    if (to === '') return { ...other, texts: rest }
    const isKnown = rest.length < other.texts.length
    const changed = other.texts.map((text) => (text.of === of ? { of, to } : text))
    return { ...other, texts: isKnown ? changed : [...rest, { of, to }] }
  })
  return { ...page, languages: { ...languages, others } }
}
