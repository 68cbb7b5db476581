import { useSortable } from '@dnd-kit/react/sortable'
import { ActionIcon } from '@mantine/core'
import { EyeIcon } from '@phosphor-icons/react/dist/csr/Eye'
import { EyeSlashIcon } from '@phosphor-icons/react/dist/csr/EyeSlash'
import { LockIcon } from '@phosphor-icons/react/dist/csr/Lock'
import { LockOpenIcon } from '@phosphor-icons/react/dist/csr/LockOpen'
import type { ReadWidget } from '@vitrine/contract/layout-document'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SortableProvider } from '#fields/sortable-provider.tsx'
import { placeInOrder, setMark } from './commands/arrange.ts'
import { renamed } from './commands/edit.ts'
import { frontFirst } from './page.ts'
import styles from './panels.module.css'
import { useDesigner, useDesignerState } from './use-designer.ts'
import { widgetIcon } from './widget-icons.ts'

/** All widgets, the front one first. Dragging restacks; so do the commands of the arrange group. */
export function LayersPanel() {
  const { t } = useTranslation()
  const designer = useDesigner()
  const page = useDesignerState((state) => state.page)
  const selection = useDesignerState((state) => state.selection)
  const [renaming, setRenaming] = useState<string | null>(null)
  useEffect(
    () =>
      designer.onRequest((request) => {
        if (request === 'rename') setRenaming(designer.state.selection[0] ?? null)
      }),
    [designer],
  )
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
            onRename={(on) => setRenaming(on ? widget.id : null)}
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
}

function Layer({ widget, index, selected, renaming, onRename }: LayerProps) {
  const { t } = useTranslation()
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
    >
      <Sign size={16} aria-hidden="true" />
      {renaming ? (
        <NameInput
          name={name}
          onDone={(next) => {
            renamed(designer, id, next)
            onRename(false)
          }}
        />
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
      <ActionIcon
        size={24}
        className={styles.layerMark}
        data-on={locked}
        aria-label={t('designer.layers.lock', { name })}
        aria-pressed={locked}
        onClick={() => setMark(designer, [id], 'locked', !locked)}
      >
        {locked ? <LockIcon size={14} aria-hidden="true" /> : <LockOpenIcon size={14} aria-hidden="true" />}
      </ActionIcon>
      <ActionIcon
        size={24}
        className={styles.layerMark}
        data-on={hidden}
        aria-label={t('designer.layers.hide', { name })}
        aria-pressed={hidden}
        onClick={() => setMark(designer, [id], 'hidden', !hidden)}
      >
        {hidden ? <EyeSlashIcon size={14} aria-hidden="true" /> : <EyeIcon size={14} aria-hidden="true" />}
      </ActionIcon>
    </li>
  )
}

function NameInput({ name, onDone }: { name: string; onDone: (name: string) => void }) {
  const { t } = useTranslation()
  return (
    <input
      className={styles.nameInput}
      aria-label={t('designer.commands.rename')}
      defaultValue={name}
      maxLength={200}
      ref={(element) => {
        element?.select()
      }}
      onBlur={(event) => onDone(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone(event.currentTarget.value)
        if (event.key === 'Escape') onDone(name)
        event.stopPropagation()
      }}
    />
  )
}
