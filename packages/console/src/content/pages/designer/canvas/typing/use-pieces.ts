import type { PieceLook } from '@vitrine/contract/document/pieces'
import { spelled } from '@vitrine/contract/document/pieces'
import type { Field } from '@vitrine/contract/fields/field'
import { TEXT_MAX } from '@vitrine/contract/fields/kinds/textbox'
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { useDesigner } from '#content/pages/designer/state/use-designer.ts'
import {
  type Base,
  changed,
  cutOut,
  difference,
  formatted,
  isStyled,
  type LookChange,
  lookAt,
  type Pieces,
  type Range,
  replaced,
  type SharedLook,
  sharedLook,
  typed,
} from './edited-pieces.ts'
import { fill, rangeIn } from './field-pieces.ts'
import { textOf } from './letters.ts'
import { type TypingIn, typedPieces, withTyped } from './typed-page.ts'

interface Typed {
  pieces: Pieces
  range: Range
}

/**
 * The text of a field in its pieces, with a history: the field is refilled when its pieces change, which browsers can't
 * undo. A text of one style is edited by the browser alone.
 */
export class PieceEditor {
  /** The look of the next letters, chosen without a selection. */
  pending: PieceLook | undefined
  range: Range = { from: 0, to: 0 }
  #past: Typed[] = []
  #future: Typed[] = []
  /** Letters up to a space are undone together. */
  #inWord = false
  readonly #designer: Designer
  readonly #typing: TypingIn
  readonly #most: number
  readonly #changed: () => void

  constructor(designer: Designer, typing: TypingIn, definition: Field | undefined, onChange: () => void) {
    this.#designer = designer
    this.#typing = typing
    this.#most = (definition?.type === 'textbox' ? definition.max : undefined) ?? TEXT_MAX
    this.#changed = onChange
  }

  get pieces(): Pieces {
    return typedPieces(this.#designer.state.page, this.#typing)
  }

  /** Takes over what the browser did to the field. */
  take(field: HTMLElement, isComposing: boolean): void {
    const before = this.pieces
    const text = textOf(field)
    // The end of a composition repeats its last letters.
    if (text === spelled(before)) {
      this.draw(field)
      return
    }
    const range = rangeIn(field) ?? { from: text.length, to: text.length }
    if (!isStyled(before) && !this.pending)
      this.#commit(
        [{ text }].filter((piece) => piece.text),
        range,
        true,
      )
    else {
      const typing = difference(spelled(before), text, range.to)
      this.#commit(typed(before, typing.range, typing.text, this.#look(typing.range)), range, true)
      if (!isComposing) this.draw(field)
    }
  }

  /** Replaces the selection. */
  insert(field: HTMLElement, pieces: Pieces): void {
    const { range } = this
    const own = this.#look(range)
    const put = pieces.map((piece) => ({ ...own, ...piece }))
    const caret = range.from + spelled(put).length
    this.#commit(replaced(this.pieces, range, put), { from: caret, to: caret })
    this.draw(field)
  }

  format(field: HTMLElement, change: LookChange): void {
    const { range } = this
    if (range.from === range.to) {
      this.pending = changed(this.#look(range), change)
      this.#changed()
    } else this.#commit(formatted(this.pieces, range, change), range)
    this.draw(field)
  }

  undo(field: HTMLElement): void {
    this.#travel(field, this.#past, this.#future)
  }
  redo(field: HTMLElement): void {
    this.#travel(field, this.#future, this.#past)
  }
  #travel(field: HTMLElement, from: Typed[], to: Typed[]): void {
    const state = from.pop()
    if (!state) return
    to.push({ pieces: this.pieces, range: this.range })
    this.#inWord = false
    this.#store(state.pieces, state.range)
    this.draw(field)
  }

  /** Fills the field with its pieces, unless its own text of one style is in it. */
  draw(field: HTMLElement): void {
    const isOwn = field.childElementCount === 0 && textOf(field) === spelled(this.pieces)
    // A selection would take the focus from the tools.
    const range = document.activeElement === field ? this.range : undefined
    if (isStyled(this.pieces) || !isOwn) fill(field, this.pieces, range)
  }

  /** How the selection looks. */
  shared(base: Base): SharedLook {
    return sharedLook(this.pieces, this.range, base, this.pending)
  }

  /** Follows the caret: elsewhere, letters look as those before it. Browsers announce its moves late, after the next key. */
  follow(field: HTMLElement | null): void {
    const range = field && document.activeElement === field && rangeIn(field)
    if (!range) return
    if (range.from === this.range.from && range.to === this.range.to) return
    this.range = range
    this.pending = undefined
    this.#inWord = false
    this.#changed()
  }

  #look = (range: Range): PieceLook => this.pending ?? lookAt(this.pieces, range.from)

  #commit(next: Pieces, range: Range, isTyping = false): void {
    if (!isTyping || !this.#inWord) this.#past.push({ pieces: this.pieces, range: this.range })
    this.#inWord = isTyping && !/\s/.test(spelled(next).charAt(range.to - 1))
    this.#future = []
    this.#store(cutOut(next, 0, this.#most), range)
  }
  #store(pieces: Pieces, range: Range): void {
    const { state } = this.#designer
    const page = withTyped(state.page, this.#typing, pieces)
    this.#designer.commit(page, { name: 'type', count: 1 }, `type ${this.#typing.id}`)
    const most = spelled(pieces).length
    this.range = { from: Math.min(range.from, most), to: Math.min(range.to, most) }
    this.pending = undefined
    this.#changed()
  }
}

/** The editor of a field, and how its selection looks. */
export function usePieces(
  field: RefObject<HTMLElement | null>,
  typing: TypingIn,
  definition: Field | undefined,
  base: Base,
) {
  const designer = useDesigner()
  const [, setVersion] = useState(0)
  const editor = useMemo(
    () => new PieceEditor(designer, typing, definition, () => setVersion((version) => version + 1)),
    [designer, typing, definition],
  )
  useEffect(() => {
    const follow = () => editor.follow(field.current)
    document.addEventListener('selectionchange', follow)
    return () => document.removeEventListener('selectionchange', follow)
  }, [editor, field])
  const format = useCallback(
    (change: LookChange) => field.current && editor.format(field.current, change),
    [editor, field],
  )
  return { editor, format, shared: editor.shared(base) }
}
