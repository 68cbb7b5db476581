import { decodeHTML } from 'entities'

/** Maximum characters of markup to process per text. */
const MARKUP_MAX = 20_000

/**
 * Plain text from markup: strips elements and invisible characters, and decodes entities once. `lines`: keeps line
 * breaks, with those of elements; otherwise everything is one line.
 */
export function plainText(markup: string, max: number, { lines = false } = {}): string {
  const text = decodeHTML(withoutMarkup(markup.slice(0, MARKUP_MAX), lines ? '\n' : ' '))
    // Strips invisible characters that change direction or break lines; the two joiners belong to the spelling.
    .replace(/[^\P{Cf}\u200c\u200d]/gu, '')
  const words = lines ? inLines(text) : text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return words.length > max ? `${words.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…` : words
}

/** Trims each line, and leaves at most one empty line between two. */
const inLines = (text: string): string =>
  text
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => line.replace(/[\p{Cc}\s]+/gu, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const UNSEEN = /<(script|style)\b/y
const TAG = /<\/?([a-z][a-z0-9]{0,20})[^<>]*>/y
const BREAKS = /^(p|br|div|li|h\d|tr|td)$/

/** Reads each character once: an unclosed comment or script extends to the end. */
function withoutMarkup(markup: string, lineBreak: string): string {
  const lower = markup.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const after = (what: string, from: number) => {
    const found = lower.indexOf(what, from)
    return found < 0 ? markup.length : found + what.length
  }
  let text = ''
  let at = 0
  for (;;) {
    const start = markup.indexOf('<', at)
    if (start < 0) return text + markup.slice(at)
    text += markup.slice(at, start)
    if (markup.startsWith('<!--', start)) {
      at = after('-->', start + 4)
      continue
    }
    UNSEEN.lastIndex = start
    const [, unseen] = UNSEEN.exec(lower) ?? []
    if (unseen) {
      text += ' '
      at = after('>', after(`</${unseen}`, start))
      continue
    }
    TAG.lastIndex = start
    const [tag, name = ''] = TAG.exec(lower) ?? []
    if (tag === undefined) text += '<'
    else if (BREAKS.test(name)) text += lineBreak
    at = start + (tag?.length ?? 1)
  }
}
