import type { Piece } from '@vitrine/contract/document/pieces'
import { pieceStyle } from '@vitrine/widgets/pieces'
import type { Pieces, Range } from './edited-pieces.ts'
import { textOf } from './letters.ts'

/** The selection in a field, as offsets in its text; undefined if it is elsewhere. */
export function rangeIn(field: HTMLElement): Range | undefined {
  const selection = getSelection()
  if (!selection || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  if (!field.contains(range.commonAncestorContainer)) return undefined
  const offset = (node: Node, at: number) => {
    const before = document.createRange()
    before.setStart(field, 0)
    before.setEnd(node, at)
    return textOf(before.cloneContents()).length
  }
  return {
    from: offset(range.startContainer, range.startOffset),
    to: offset(range.endContainer, range.endOffset),
  }
}

/** Fills a field with pieces, whose letters are as large and bold as the drawn ones. */
export function fill(field: HTMLElement, pieces: Pieces, range?: Range): void {
  field.replaceChildren(...pieces.map(spanOf))
  if (pieces.at(-1)?.text.endsWith('\n')) {
    // The caret needs a last line, which isn't text.
    const end = document.createElement('br')
    end.dataset.end = ''
    field.append(end)
  }
  if (range) select(field, range)
}

function spanOf(piece: Piece): HTMLElement {
  const span = document.createElement('span')
  const { fontSize, fontStyle, fontWeight } = pieceStyle(piece)
  span.style.fontSize = String(fontSize ?? '')
  span.style.fontStyle = fontStyle ?? ''
  span.style.fontWeight = String(fontWeight ?? '')
  span.textContent = piece.text
  return span
}

/** Selects a range of the text of a field that pieces fill. */
function select(field: HTMLElement, { from, to }: Range): void {
  const [start, end] = [placeOf(field, from), placeOf(field, to)]
  getSelection()?.setBaseAndExtent(...start, ...end)
}

/** At the end of the piece before, in whose look letters are typed. */
function placeOf(field: HTMLElement, offset: number): [Node, number] {
  let at = 0
  for (const { firstChild } of field.children) {
    if (!(firstChild instanceof Text)) continue
    if (offset <= at + firstChild.data.length) return [firstChild, offset - at]
    at += firstChild.data.length
  }
  return [field, field.childNodes.length]
}
