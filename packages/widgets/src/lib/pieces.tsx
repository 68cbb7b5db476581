import { hasLook, type Piece, type PieceLook, piecesOf } from '@vitrine/contract/document/pieces'
import { replaceBindings } from '@vitrine/contract/document/source-data'
import type { Host } from '@vitrine/widgets/host'
import { type CSSProperties, createContext, type ReactNode, useContext, useMemo } from 'react'
import { useBoundTexts } from './bound-text.ts'

/** The pieces of a widget's texts that have several styles. */
export const PiecesContext = createContext<readonly (readonly Piece[])[] | undefined>(undefined)

export interface StyledText {
  text: ReactNode
  /** What `text` says and how it looks: it is measured again when this changes. */
  measure: string
}

/** The pieces of a text: one, if it has one style. */
export function usePieces(text: string): readonly Piece[] {
  const all = useContext(PiecesContext)
  return useMemo(() => whole(piecesOf(all, text) ?? [{ text }]), [all, text])
}

/** Pieces as they are drawn; `shown`: with the values of references. */
export function styledText(pieces: readonly Piece[], shown: readonly string[]): StyledText {
  if (!pieces.some(hasLook)) return { text: shown.join(''), measure: shown.join('') }
  return {
    text: pieces.map((piece, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name
      <span key={index} style={pieceStyle(piece)}>
        {shown[index]}
      </span>
    )),
    measure: JSON.stringify([shown, pieces]),
  }
}

/** A text with the values of its references, in its styles. */
export function useStyledText(text: string, host: Host): StyledText {
  const pieces = usePieces(text)
  const shown = useBoundTexts(
    pieces.map((piece) => piece.text),
    host,
  )
  return styledText(pieces, shown)
}

/** Pieces that no reference is divided between: it has the look of its first letter. */
function whole(pieces: readonly Piece[]): readonly Piece[] {
  if (pieces.length < 2) return pieces
  const text = pieces.map((piece) => piece.text).join('')
  if (!text.includes('{')) return pieces
  /** The ends of references by their starts. */
  const ends: { from: number; to: number }[] = []
  replaceBindings(text, (_, written, from) => {
    ends.push({ from, to: from + written.length })
    return ''
  })
  let at = 0
  let taken = 0
  const cut = pieces.map((piece) => {
    const [start, end] = [Math.max(at, taken), at + piece.text.length]
    at = end
    const divided = ends.find(({ from, to }) => from < end && to > end && from >= start)
    taken = divided ? divided.to : Math.max(taken, end)
    return { ...piece, text: text.slice(start, Math.max(start, taken)) }
  })
  return cut.filter((piece) => piece.text !== '')
}

/** The styles of a piece, inside those of its text. */
export const pieceStyle = ({ isBold, isItalic, line, color, size }: PieceLook): CSSProperties => ({
  ...(isBold !== undefined && { fontWeight: isBold ? 700 : 400 }),
  ...(isItalic !== undefined && { fontStyle: isItalic ? 'italic' : 'normal' }),
  ...(line && { textDecorationLine: line }),
  // Over letters that are cut out of a gradient.
  ...(color && { color, WebkitTextFillColor: color }),
  ...(size !== undefined && { fontSize: `${size / 100}em` }),
})
