import { codeOf, isMirrored, LANGUAGES } from './languages.ts'
import { PHRASES } from './phrases.ts'

/** A template's language: its texts and direction. */
export interface TemplateLanguage {
  /** The translation of an English text; the text itself if there is none. */
  say(text: string): string
  /** Whether the layout is mirrored, for right-to-left languages. */
  mirrored: boolean
}

const WITH_COMMA: readonly string[] = ['de', 'fr']
const PRICE = /^(-?\d+)\.(\d{1,2}%?)$/

/** `tag` is a language tag (`ar`, `en-us`); falls back to English. */
export function languageOf(tag: string): TemplateLanguage {
  const code = codeOf(tag)
  const index = LANGUAGES.indexOf(code)
  return {
    say: (text) =>
      PHRASES.get(text)?.[index] ?? (WITH_COMMA.includes(code) ? text.replace(PRICE, '$1,$2') : text),
    mirrored: isMirrored(code),
  }
}

/** Translates a part's name piece by piece: `Dish 2: price`. */
export function partName(name: string, { say }: TemplateLanguage): string {
  const [head = '', ...details] = name.split(': ')
  const [number = ''] = / \d+$/.exec(head) ?? []
  const what = head.slice(0, head.length - number.length)
  const detail = details.length ? details.join(': ') : undefined
  return `${say(what)}${number}${detail === undefined ? '' : `: ${say(detail)}`}`
}
