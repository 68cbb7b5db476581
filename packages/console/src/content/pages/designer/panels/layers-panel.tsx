import { ActionIcon } from '@mantine/core'
import type { Icon } from '@phosphor-icons/react'
import { EyeIcon } from '@phosphor-icons/react/dist/csr/Eye'
import { EyeSlashIcon } from '@phosphor-icons/react/dist/csr/EyeSlash'
import { LockIcon } from '@phosphor-icons/react/dist/csr/Lock'
import { LockOpenIcon } from '@phosphor-icons/react/dist/csr/LockOpen'
import { type ReadWidget, WIDGET_NAME_MAX } from '@vitrine/contract/document/layout-document'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { placeInOrder, setMark } from '#content/pages/designer/commands/arrange.ts'
import { isNameTaken, renamed } from '#content/pages/designer/commands/edit.ts'
import type { Point } from '#content/pages/designer/geometry/rect.ts'
import { frontFirst } from '#content/pages/designer/state/page.ts'
import { useDesigner, useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import { SortableProvider, useSortable } from '#fields/sortable/sortable-provider.tsx'
import { notify } from '#lib/toasts.ts'
import styles from './panels.module.css'
import { widgetIcon } from './widget-icons.ts'

interface LayersPanelProps {
  /** The widget being renamed. A key may request it before this panel is open. */
  renaming: string | null
  onRename: (id: string | null) => void
  onMenu: (at: Point) => void
}

/** All widgets, front first, reordered by dragging or with the arrange commands. */
export function LayersPanel({ renaming, onRename, onMenu }: LayersPanelProps) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const page = useDesignerState((state) => state.page)
  const selection = useDesignerState((state) => state.selection)
  const widgets = frontFirst(page)
  if (widgets.length === 0) return <p className={styles.note}>{t('designer.layers.empty')}</p>
  return (
    <SortableProvider onMove={(id, _from, to) => placeInOrder(designer, id, to)}>
      <ul className={styles.layers} aria-label={t('designer.layers.title')}>
        {widgets.map((widget, index) => (
          <Layer
            key={widget.id}
            widget={widget}
            index={index}
            selected={selection.includes(widget.id)}
            renaming={renaming === widget.id}
            onRename={(on) => onRename(on ? widget.id : null)}
            onMenu={onMenu}
          />
        ))}
      </ul>
    </SortableProvider>
  )
}

interface LayerProps {
  widget: ReadWidget
  index: number
  selected: boolean
  renaming: boolean
  onRename: (on: boolean) => void
  onMenu: (at: Point) => void
}

function Layer({ widget, index, selected, renaming, onRename, onMenu }: LayerProps) {
  const designer = useDesigner()
  const { ref, handleRef, isDragging } = useSortable({ id: widget.id, index, disabled: renaming })
  const { id, name, locked = false, hidden = false } = widget
  const Sign = widgetIcon(widget.type)
  return (
    <li
      ref={ref}
      className={styles.layer}
      data-selected={selected}
      data-hidden={hidden}
      data-dragging={isDragging}
      onPointerEnter={() => designer.set({ hovered: id })}
      onPointerLeave={() => designer.set({ hovered: null })}
      onContextMenu={(event) => {
        event.preventDefault()
        if (!selected) designer.select([id])
        onMenu({ x: event.clientX, y: event.clientY })
      }}
    >
      <Sign size={16} aria-hidden="true" />
      {renaming ? (
        <NameInput id={id} name={name} onDone={() => onRename(false)} />
      ) : (
        <button
          ref={handleRef}
          type="button"
          className={styles.layerName}
          aria-pressed={selected}
          onClick={(event) => {
            const { selection } = designer.state
            if (!event.shiftKey && !event.ctrlKey && !event.metaKey) designer.select([id])
            else designer.select(selected ? selection.filter((other) => other !== id) : [...selection, id])
          }}
          onDoubleClick={() => onRename(true)}
          onKeyDown={(event) => event.code === 'F2' && onRename(true)}
        >
          {name}
        </button>
      )}
      <LayerMark widget={widget} mark="locked" icon={locked ? LockIcon : LockOpenIcon} />
      <LayerMark widget={widget} mark="hidden" icon={hidden ? EyeSlashIcon : EyeIcon} />
    </li>
  )
}

interface LayerMarkProps {
  widget: ReadWidget
  mark: 'locked' | 'hidden'
  icon: Icon
}

/** Locks or hides the widget. */
function LayerMark({ widget, mark, icon: Sign }: LayerMarkProps) {
  const { id, name, [mark]: on = false } = widget
  const { t } = useTranslation()
  const designer = useDesigner()
  return (
    <ActionIcon
      size={24}
      className={styles.layerMark}
      data-on={on}
      aria-label={t(mark === 'locked' ? 'designer.layers.lock' : 'designer.layers.hide', { name })}
      aria-pressed={on}
      onClick={() => setMark(designer, [id], mark, !on)}
    >
      <Sign size={14} aria-hidden="true" />
    </ActionIcon>
  )
}

function NameInput({ id, name, onDone }: { id: string; name: string; onDone: () => void }) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const errorId = useId()
  const [taken, setTaken] = useState(false)
  const finish = (wanted: string) => {
    renamed(designer, id, wanted)
    onDone()
  }
  return (
    <span className={styles.naming}>
      <input
        className={styles.nameInput}
        aria-label={t('designer.commands.rename')}
        aria-invalid={taken}
        aria-describedby={taken ? errorId : undefined}
        defaultValue={name}
        maxLength={WIDGET_NAME_MAX}
        ref={(element) => {
          element?.select()
        }}
        onChange={(event) => setTaken(isNameTaken(designer, id, event.currentTarget.value))}
        onBlur={({ currentTarget: { value } }) => {
          // The focus has left the field, so an inline error would go unnoticed.
          if (isNameTaken(designer, id, value)) notify({ kind: 'warning', message: t('designer.nameTaken') })
          finish(value)
        }}
        onKeyDown={(event) => {
          const { currentTarget: box } = event
          if (event.key === 'Enter' && !taken) finish(box.value)
          if (event.key === 'Escape') {
            box.value = name
            finish(name)
          }
          event.stopPropagation()
        }}
      />
      {taken && (
        <span id={errorId} className={styles.nameError} role="alert">
          {t('designer.nameTaken')}
        </span>
      )}
    </span>
  )
}
