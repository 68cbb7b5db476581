import { codeOf, isMirrored, LANGUAGES } from './languages.ts'
import { PHRASES } from './phrases.ts'

/** How a template is written: its words, and from which side it is read. */
export interface TemplateLanguage {
  /** The words for an English text; the text itself where there are none. */
  say(text: string): string
  /** Laid out from right to left, as a mirror image of the English page. */
  mirrored: boolean
}

const WITH_COMMA: readonly string[] = ['de', 'fr']
const PRICE = /^(-?\d+)\.(\d{1,2}%?)$/

/** `tag` is a language tag (`ar`, `en-us`); English where the templates do not know it. */
export function languageOf(tag: string): TemplateLanguage {
  const code = codeOf(tag)
  const index = LANGUAGES.indexOf(code)
  return {
    say: (text) =>
      PHRASES.get(text)?.[index] ?? (WITH_COMMA.includes(code) ? text.replace(PRICE, '$1,$2') : text),
    mirrored: isMirrored(code),
  }
}

/** A part's name, piece by piece: `Dish 2: price`. */
export function partName(name: string, { say }: TemplateLanguage): string {
  const [head = '', ...details] = name.split(': ')
  const [number = ''] = / \d+$/.exec(head) ?? []
  const what = head.slice(0, head.length - number.length)
  const detail = details.length ? details.join(': ') : undefined
  return `${say(what)}${number}${detail === undefined ? '' : `: ${say(detail)}`}`
}
