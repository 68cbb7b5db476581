import { PIECE_COLOR, type Piece, type PieceLook } from '@vitrine/contract/document/pieces'
import { readColor } from '@vitrine/contract/fields/color-value'
import { plainText } from '@vitrine/contract/plain-text'
import { settled } from './edited-pieces.ts'

const BLOCKS = /^(P|DIV|LI|TR|H[1-6]|BLOCKQUOTE|PRE|SECTION|ARTICLE|TABLE|UL|OL)$/
const SKIPPED = /^(STYLE|SCRIPT|TITLE|HEAD|TEMPLATE|NOSCRIPT)$/

/**
 * The text of copied HTML with what is bold, italic, underlined, struck through, or colored in it. Only letters and these
 * looks are read. Black is left out: word processors say it of every text.
 */
export function piecesOfHtml(html: string): Piece[] {
  const found: Piece[] = []
  const add = (text: string, look: PieceLook) => text !== '' && found.push({ ...look, text })
  const isAtStart = () => found.length === 0 || found.at(-1)?.text.endsWith('\n')
  const walk = (node: Node, look: PieceLook): void => {
    if (node instanceof Text) {
      const text = plainText(node.data.replace(/\s+/g, ' '))
      const isJoined = isAtStart() || found.at(-1)?.text.endsWith(' ')
      add(isJoined ? text.replace(/^ /, '') : text, look)
    } else if (node instanceof HTMLElement && !SKIPPED.test(node.tagName)) {
      if (node.tagName === 'BR') return void add('\n', look)
      const isBlock = BLOCKS.test(node.tagName)
      if (isBlock && !isAtStart()) add('\n', look)
      const own = { ...look, ...lookOfElement(node) }
      for (const child of node.childNodes) walk(child, own)
      if (isBlock && !isAtStart()) add('\n', look)
    }
  }
  walk(new DOMParser().parseFromString(html, 'text/html').body, {})
  const last = found.at(-1)
  if (last?.text.endsWith('\n')) found[found.length - 1] = { ...last, text: last.text.slice(0, -1) }
  return settled(found)
}

const BLACK = /^(?:#0{3}(?:0{3})?|black|windowtext|rgb\(0, ?0, ?0\))$/i

function lookOfElement({ tagName, style, attributes }: HTMLElement): PieceLook {
  const weight = style.fontWeight
  const lines = `${style.textDecorationLine} ${style.textDecoration}`
  const color = style.color || (tagName === 'FONT' ? (attributes.getNamedItem('color')?.value ?? '') : '')
  const paint = BLACK.test(color) ? undefined : readColor(color, PIECE_COLOR)
  const isPlain = weight === 'normal' || Number(weight) <= 500
  return {
    ...((/^(B|STRONG|H[1-6]|TH)$/.test(tagName) || weight === 'bold' || Number(weight) >= 600) &&
      !(weight && isPlain) && { isBold: true }),
    ...((/^(I|EM|CITE)$/.test(tagName) || style.fontStyle === 'italic') && { isItalic: true }),
    ...((/^(U|INS)$/.test(tagName) || lines.includes('underline')) && { line: 'underline' as const }),
    ...((/^(S|STRIKE|DEL)$/.test(tagName) || lines.includes('line-through')) && {
      line: 'line-through' as const,
    }),
    ...(paint && { color: paint }),
  }
}
