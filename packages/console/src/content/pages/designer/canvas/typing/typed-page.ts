import { hasLook, PIECED_MAX, type Piece, piecesOf, spelled } from '@vitrine/contract/document/pieces'
import { type Page, widgetOf, withWidgets } from '#content/pages/designer/state/page.ts'

export interface TypingIn {
  id: string
  field: string
}

/** Has no width, and keeps an empty text a text: its widget would draw a placeholder. */
const EMPTY = '\u200b'
/**
 * Has no width, and keeps references to data as they are typed: names of sources are shorter. See `partsOf` in
 * `document/source-data.ts`.
 */
const JOINER = '\u2060'.repeat(101)

/** A text as it is drawn while someone types it. */
export const drawnText = (text: string): string =>
  text.trim() === '' ? `${text}${EMPTY}` : text.replaceAll('{', `{${JOINER}`)

export function typedText(page: Page, { id, field }: TypingIn): string {
  return String(widgetOf(page, id)?.settings[field] ?? '')
}

/** The pieces of the text that is typed: one, if it has one style. */
export function typedPieces(page: Page, typing: TypingIn): readonly Piece[] {
  const text = typedText(page, typing)
  return piecesOf(widgetOf(page, typing.id)?.pieces, text) ?? (text === '' ? [] : [{ text }])
}

/** A page with a typed text in its pieces. Other texts of the widget, such as translations, keep theirs. */
export function withTyped(page: Page, typing: TypingIn, typed: readonly Piece[]): Page {
  const widget = widgetOf(page, typing.id)
  const before = typedPieces(page, typing)
  if (!widget || JSON.stringify(typed) === JSON.stringify(before)) return page
  const text = spelled(typed)
  const { pieces: all = [], ...rest } = widget
  const others = all.filter((pieces) => pieces !== before && spelled(pieces) !== text)
  const pieces = [...(typed.some(hasLook) ? [typed] : []), ...others].slice(0, PIECED_MAX)
  const settings = { ...widget.settings, [typing.field]: text }
  return withWidgets(page, [{ ...rest, settings, ...(pieces.length > 0 && { pieces }) }])
}

/** The page that the canvas draws while someone types. */
export function typedPage(page: Page, typing: TypingIn | null): Page {
  if (!typing) return page
  const pieces = typedPieces(page, typing)
  const drawn = drawnText(spelled(pieces))
  // Only a text of one style is drawn as an empty one.
  const isPlain = !pieces.some(hasLook) || drawn.endsWith(EMPTY)
  const typed = isPlain
    ? [{ text: drawn }]
    : pieces.map((piece) => ({ ...piece, text: piece.text.replaceAll('{', `{${JOINER}`) }))
  return withTyped(page, typing, typed)
}
