import { type ReadWidget, WIDGET_NAME_MAX } from '@vitrine/contract/document/layout-document'
import { memo, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { placeInOrder } from '#content/pages/designer/commands/arrange.ts'
import { isNameTaken, renamed } from '#content/pages/designer/commands/edit.ts'
import type { Point } from '#content/pages/designer/geometry/rect.ts'
import { frontFirst } from '#content/pages/designer/state/page.ts'
import { useDesigner, useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import { SortableProvider, useSortable } from '#fields/sortable/sortable-provider.tsx'
import { GroupRow } from './group-row.tsx'
import { LayerMark } from './layer-mark.tsx'
import { NameInput } from './name-input.tsx'
import styles from './panels.module.css'
import { widgetIcon } from './widget-icons.ts'

interface LayersPanelProps {
  /** The widget being renamed, or the group with `group:` before it. A key may request it before this panel is open. */
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
  /** Where something else is between its members, a group is named again. */
  const headed = widgets.map(({ group }, index) => (group === widgets[index - 1]?.group ? undefined : group))
  return (
    <SortableProvider onMove={(id, _from, to) => placeInOrder(designer, id, to)}>
      <ul className={styles.layers} aria-label={t('designer.layers.title')}>
        {widgets.map((widget, index) => (
          <Layer
            key={widget.id}
            widget={widget}
            index={index}
            head={headed[index]}
            isFirst={headed.indexOf(headed[index]) === index}
            selected={selection.includes(widget.id)}
            renaming={renaming}
            onRename={onRename}
            onMenu={onMenu}
          />
        ))}
      </ul>
    </SortableProvider>
  )
}

interface LayerProps extends LayersPanelProps {
  widget: ReadWidget
  index: number
  /** The group that begins here. */
  head: string | undefined
  /** Whether it begins here for the first time. */
  isFirst: boolean
  selected: boolean
}

/** Memoized: typing into a setting must not re-render hundreds of rows. */
const Layer = memo(function Layer({
  widget,
  index,
  head,
  isFirst,
  selected,
  renaming,
  onRename,
  onMenu,
}: LayerProps) {
  const designer = useDesigner()
  const { id, name, group, hidden = false } = widget
  const isRenaming = renaming === id
  const { ref, handleRef, isDragging } = useSortable({ id, index, disabled: isRenaming })
  const Sign = widgetIcon(widget.type)
  return (
    <li ref={ref}>
      {head !== undefined && (
        <GroupRow
          group={head}
          renaming={isFirst && renaming === `group:${head}`}
          onRename={(on) => onRename(on ? `group:${head}` : null)}
          onMenu={onMenu}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the pointer shows where the widget is; the button does the rest */}
      <div
        className={styles.layer}
        data-selected={selected}
        data-hidden={hidden}
        data-dragging={isDragging}
        data-member={group !== undefined}
        onPointerEnter={() => designer.set({ hovered: id })}
        onPointerLeave={() => designer.set({ hovered: null })}
        onContextMenu={(event) => {
          event.preventDefault()
          if (!selected) choose(designer, widget)
          onMenu({ x: event.clientX, y: event.clientY })
        }}
      >
        <Sign size={16} aria-hidden="true" />
        <LayerName {...{ widget, selected, handleRef, onRename }} renaming={isRenaming} />
        <LayerMark name={name} widgets={[widget]} mark="locked" />
        <LayerMark name={name} widgets={[widget]} mark="hidden" />
      </div>
    </li>
  )
})

interface LayerNameProps extends Pick<LayerProps, 'widget' | 'selected' | 'onRename'> {
  renaming: boolean
  handleRef: Ref<HTMLButtonElement>
}

/** The name of a widget, which selects it, and is changed by a double click. */
function LayerName({ widget, selected, renaming, handleRef, onRename }: LayerNameProps) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const { id, name } = widget
  return renaming ? (
    <NameInput
      name={name}
      most={WIDGET_NAME_MAX}
      isTaken={(wanted) => isNameTaken(designer, id, wanted)}
      takenText={t('designer.nameTaken')}
      onName={(wanted) => renamed(designer, id, wanted)}
      onDone={() => onRename(null)}
    />
  ) : (
    <button
      ref={handleRef}
      type="button"
      className={styles.layerName}
      aria-pressed={selected}
      onClick={(event) => {
        const { selection } = designer.state
        if (!event.shiftKey && !event.ctrlKey && !event.metaKey) choose(designer, widget)
        else designer.select(selected ? selection.filter((other) => other !== id) : [...selection, id])
      }}
      onDoubleClick={() => onRename(id)}
      onKeyDown={(event) => event.code === 'F2' && onRename(id)}
    >
      {name}
    </button>
  )
}

/** Selects a widget alone, also in its group. */
function choose(designer: ReturnType<typeof useDesigner>, { id, group }: ReadWidget): void {
  if (group === undefined) designer.select([id])
  else designer.enter(group, [id])
}
