import { ARABIC } from './arabic.ts'

/** How a template is written: its words, and from which side it is read. */
export interface TemplateLanguage {
  /** The words for an English text; the text itself where there are none. */
  say(text: string): string
  /** Laid out from right to left, as a mirror image of the English page. */
  mirrored: boolean
}

const ENGLISH: TemplateLanguage = { say: (text) => text, mirrored: false }
const OTHERS: Readonly<Record<string, TemplateLanguage>> = {
  ar: { say: (text) => (Object.hasOwn(ARABIC, text) ? (ARABIC[text] ?? text) : text), mirrored: true },
}

/** `tag` is a language tag (`ar`, `en-us`); English where the templates do not know it. */
export function languageOf(tag: string): TemplateLanguage {
  const [code = ''] = tag.toLowerCase().split('-')
  return Object.hasOwn(OTHERS, code) ? (OTHERS[code] ?? ENGLISH) : ENGLISH
}

/** A part's name, piece by piece: `Dish 2: price`. */
export function partName(name: string, { say }: TemplateLanguage): string {
  const [head = '', ...details] = name.split(': ')
  const [number = ''] = / \d+$/.exec(head) ?? []
  const what = head.slice(0, head.length - number.length)
  const detail = details.length ? details.join(': ') : undefined
  return `${say(what)}${number}${detail === undefined ? '' : `: ${say(detail)}`}`
}
