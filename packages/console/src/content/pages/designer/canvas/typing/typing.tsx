import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import type { Field } from '@vitrine/contract/fields/field'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { type KeyboardEvent, type SyntheticEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { widgetOf } from '#content/pages/designer/state/page.ts'
import { useDesigner, useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import { layOver, lettersIn, textOf } from './letters.ts'
import { drawnText, type TypingIn, typedText, withTyped } from './typed-page.ts'
import styles from './typing.module.css'

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
  const designer = useDesigner()
  const view = useDesignerState((state) => state.view)
  const field = useRef<HTMLDivElement>(null)
  const definition = WIDGET_FIELDS[widget.type]?.[typing.field]
  const isLong = isLongText(definition)

  useLettersBelow(field, typing)
  useEffect(() => {
    if (!field.current) return
    field.current.textContent = typedText(designer.state.page, typing)
    field.current.focus({ preventScroll: true })
    getSelection()?.selectAllChildren(field.current)
  }, [designer, typing])

  const { leave, onInput, onKeyDown } = useTypingHandlers(field, typing, definition)
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
          onInput={onInput}
          onKeyDown={onKeyDown}
          // Another window having the focus is no reason to stop.
          onBlur={() => document.hasFocus() && leave(false)}
          onPointerDown={stay}
          onPointerMove={stay}
          onDoubleClick={stay}
          onContextMenu={stay}
        />
      </div>
    </div>
  )
}

/** What letters, keys, and leaving the field do. */
function useTypingHandlers(
  field: { current: HTMLElement | null },
  typing: TypingIn,
  definition: Field | undefined,
) {
  const designer = useDesigner()
  const { id } = typing
  const leave = (toCanvas: boolean) => {
    if (designer.state.typing?.id !== id) return
    designer.seal()
    designer.set({ typing: null })
    if (toCanvas) designer.request('canvas')
  }
  const onInput = () => {
    if (!field.current) return
    const text = textOf(field.current)
    const most = definition?.type === 'textbox' ? definition.max : undefined
    const page = withTyped(designer.state.page, typing, most === undefined ? text : text.slice(0, most))
    designer.commit(page, { name: 'type', count: 1 }, `type ${id}`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isDone = event.key === 'Enter' && (!isLongText(definition) || event.ctrlKey || event.metaKey)
    if (event.nativeEvent.isComposing || (event.key !== 'Escape' && event.key !== 'Tab' && !isDone)) return
    event.preventDefault()
    event.stopPropagation()
    leave(true)
  }
  return { leave, onInput, onKeyDown }
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
