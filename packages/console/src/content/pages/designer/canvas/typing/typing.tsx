import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { hasLook, spelled } from '@vitrine/contract/document/pieces'
import type { Field } from '@vitrine/contract/fields/field'
import type { FontSettings } from '@vitrine/contract/fields/kinds/font-settings'
import { WIDGET_FIELDS, type WidgetType } from '@vitrine/widgets/definitions'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import { PALETTE } from '#content/media/content-fields-host.tsx'
import type { Rect, Size } from '#content/pages/designer/geometry/rect.ts'
import { toViewport } from '#content/pages/designer/geometry/view.ts'
import { widgetOf } from '#content/pages/designer/state/page.ts'
import { useDesigner, useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import { type Base, isStyled, toggled } from './edited-pieces.ts'
import { fill } from './field-pieces.ts'
import { layOver, lettersIn } from './letters.ts'
import { piecesOfHtml } from './pasted-pieces.ts'
import { drawnText, type TypingIn, typedPieces, typedText } from './typed-page.ts'
import styles from './typing.module.css'
import { TypingTools } from './typing-tools.tsx'
import { type PieceEditor, usePieces } from './use-pieces.ts'

/** Typing in a text on the page. The page draws the letters; the field above them has the caret. */
export function Typing() {
  const { widget, typing } = useDesignerState(({ page, typing }) => ({
    widget: typing ? widgetOf(page, typing.id) : undefined,
    typing,
  }))
  return widget && typing ? <TypedText key={widget.id} widget={widget} typing={typing} /> : null
}

function TypedText({ widget, typing }: { widget: ReadWidget; typing: TypingIn }) {
  const { t } = useTranslation()
  const { view, viewport } = useDesignerState((state) => ({ view: state.view, viewport: state.viewport }))
  const field = useRef<HTMLDivElement>(null)
  const definition = WIDGET_FIELDS[widget.type]?.[typing.field]
  const isLong = isLongText(definition)

  const base = baseOf(widget)
  const { editor, format, shared } = usePieces(field, typing, definition, base)
  const hasTools = PIECED.includes(widget.type)

  useLettersBelow(field, typing)
  useOwnText(field, typing)
  const { leave, ...handlers } = useTypingHandlers(field, typing, { definition, editor, base, hasTools })
  const isInside = (to: EventTarget | null) => to === field.current || isTool(to)
  return (
    <>
      {hasTools && (
        <TypingTools
          {...{ shared, base }}
          palette={PALETTE}
          style={placeOfTools(toViewport(view, widget), viewport)}
          onChange={format}
          onLeave={(to) => document.hasFocus() && !isInside(to) && leave(false)}
          onDone={() => leave(true)}
        />
      )}
      <OverWidget widget={widget}>
        {/* biome-ignore lint/a11y/useSemanticElements: a textarea breaks lines and places letters otherwise than the page */}
        <div
          ref={field}
          className={styles.field}
          data-typing=""
          dir="auto"
          role="textbox"
          tabIndex={0}
          aria-multiline={isLong}
          aria-label={t('designer.typing', { name: widget.name })}
          contentEditable="plaintext-only"
          suppressContentEditableWarning
          spellCheck={false}
          {...handlers}
          // Another window having the focus is no reason to stop.
          onBlur={({ relatedTarget }) => document.hasFocus() && !isInside(relatedTarget) && leave(false)}
          onPointerDown={stay}
          onPointerMove={stay}
          onDoubleClick={stay}
          onContextMenu={stay}
        />
      </OverWidget>
    </>
  )
}

/** A box over a widget, as large and turned as it is. */
function OverWidget({ widget, children }: { widget: ReadWidget; children: ReactNode }) {
  const view = useDesignerState((state) => state.view)
  const { x, y, width, height, frame } = widget
  return (
    <div
      className={styles.layer}
      style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom})` }}
    >
      <div
        className={styles.box}
        style={{
          ...{ left: x, top: y, width, height },
          ...(frame?.rotation && { transform: `rotate(${frame.rotation}deg)` }),
        }}
      >
        {children}
      </div>
    </div>
  )
}

/** Puts the text into its field, and selects it. */
function useOwnText(field: { current: HTMLElement | null }, typing: TypingIn): void {
  const designer = useDesigner()
  useEffect(() => {
    if (!field.current) return
    const pieces = typedPieces(designer.state.page, typing)
    if (pieces.some(hasLook)) fill(field.current, pieces)
    else field.current.textContent = spelled(pieces)
    field.current.focus({ preventScroll: true })
    getSelection()?.selectAllChildren(field.current)
  }, [designer, field, typing])
}

/** The types whose texts can have several styles. */
const PIECED: readonly string[] = ['text', 'sticky-note'] satisfies WidgetType[]

/** How letters look that no piece changes. */
function baseOf({ settings: { fontSettings } }: ReadWidget): Base {
  const { isBold, isItalic, weight } = (fontSettings ?? {}) as Partial<FontSettings>
  return { isBold: weight ? weight >= 600 : isBold === true, isItalic: isItalic === true }
}

/** The tools and what they open, which is elsewhere in the document. */
const isTool = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-typing-tools], [data-portal]') !== null

const TOOLS_HEIGHT = 44
const TOOLS_WIDTH = 420
/** Above the text, or below it; inside the canvas. */
function placeOfTools(box: Rect, viewport: Size) {
  const above = box.y - TOOLS_HEIGHT - 8
  const below = Math.min(box.y + box.height + 8, viewport.height - TOOLS_HEIGHT - 8)
  const left = Math.max(8, Math.min(box.x, viewport.width - TOOLS_WIDTH - 8))
  return { left, top: above >= 8 ? above : below, maxWidth: viewport.width - 16 }
}

interface Editing {
  definition: Field | undefined
  editor: PieceEditor
  base: Base
  hasTools: boolean
}

/** What letters, keys, and leaving the field do. */
function useTypingHandlers(
  field: { current: HTMLElement | null },
  typing: TypingIn,
  { definition, editor, base, hasTools }: Editing,
) {
  const designer = useDesigner()
  const { id } = typing
  const leave = (toCanvas: boolean) => {
    if (designer.state.typing?.id !== id) return
    designer.seal()
    designer.set({ typing: null })
    if (toCanvas) designer.request('canvas')
  }
  const onInput = ({ nativeEvent }: { nativeEvent: Event }) => {
    const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing
    if (field.current) editor.take(field.current, isComposing)
  }
  const onCompositionEnd = () => field.current && editor.take(field.current, false)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !field.current) return
    editor.follow(field.current)
    const held = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    const part = held && !event.altKey && !event.shiftKey && hasTools ? PART_OF[key] : undefined
    if (part) editor.format(field.current, toggled(part, editor.shared(base), base))
    else if (held && key === 'z' && !event.shiftKey) editor.undo(field.current)
    else if (held && (key === 'y' || key === 'z')) editor.redo(field.current)
    else if (event.key === 'Enter' && isLongText(definition) && !held && isStyled(editor.pieces))
      editor.insert(field.current, [{ text: '\n' }])
    else if (event.altKey && event.key === 'F10')
      document.querySelector<HTMLElement>('[data-typing-tools] button')?.focus()
    else {
      const isDone = event.key === 'Enter' && (!isLongText(definition) || held)
      if (event.key !== 'Escape' && event.key !== 'Tab' && !isDone) return
      leave(true)
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const onPaste = (event: ClipboardEvent) => {
    const html = hasTools ? event.clipboardData.getData('text/html') : ''
    const pieces = html && field.current ? piecesOfHtml(html) : []
    if (!field.current || !isStyled(pieces)) return
    event.preventDefault()
    editor.follow(field.current)
    editor.insert(field.current, pieces)
  }
  return { leave, onInput, onCompositionEnd, onKeyDown, onPaste }
}

const PART_OF: Partial<Record<string, 'isBold' | 'isItalic' | 'underline'>> = {
  b: 'isBold',
  i: 'isItalic',
  u: 'underline',
}

/** Whether a text can have several lines. */
const isLongText = (definition: Field | undefined): boolean =>
  definition?.type === 'textbox' && definition.format === 'multiline'

/** The canvas would take it for a press on the page. */
const stay = (event: SyntheticEvent) => event.stopPropagation()

/** Keeps a field above the drawn letters, wherever typing moves them. */
function useLettersBelow(field: { current: HTMLElement | null }, typing: TypingIn): void {
  const designer = useDesigner()
  useLayoutEffect(() => {
    const selector = `[data-canvas] [data-widget="${CSS.escape(typing.id)}"]`
    const box = document.querySelector(selector)
    if (!box) return
    const lay = () => {
      const letters = lettersIn(box, drawnText(typedText(designer.state.page, typing)))
      if (letters && field.current) layOver(field.current, box, letters)
    }
    lay()
    const observer = new MutationObserver(lay)
    observer.observe(box, { attributes: true, characterData: true, childList: true, subtree: true })
    return () => observer.disconnect()
  }, [designer, field, typing])
}
