import { FolderSimpleIcon } from '@phosphor-icons/react/dist/csr/FolderSimple'
import { GROUP_NAME_MAX } from '@vitrine/contract/document/layout-document'
import { useTranslation } from 'react-i18next'
import { isGroupNameTaken, renamedGroup } from '#content/pages/designer/commands/groups.ts'
import type { Point } from '#content/pages/designer/geometry/rect.ts'
import { membersOf } from '#content/pages/designer/state/groups.ts'
import { useDesigner, useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import { LayerMark } from './layer-mark.tsx'
import { NameInput } from './name-input.tsx'
import styles from './panels.module.css'

interface GroupRowProps {
  group: string
  renaming: boolean
  onRename: (on: boolean) => void
  onMenu: (at: Point) => void
}

/** A group above its members: selects, renames, locks, and hides all of them. */
export function GroupRow({ group, renaming, onRename, onMenu }: GroupRowProps) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const members = membersOf(
    useDesignerState((state) => state.page),
    group,
  )
  const selection = useDesignerState((state) => state.selection)
  const ids = members.map(({ id }) => id)
  const isSelected = ids.every((id) => selection.includes(id))
  const select = (add: boolean) => {
    designer.set({ entered: null })
    const others = add ? selection.filter((id) => !ids.includes(id)) : []
    designer.select(add && isSelected ? others : [...others, ...ids])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button and the menu key do the same
    <div
      className={styles.layer}
      data-selected={isSelected}
      data-group=""
      onContextMenu={(event) => {
        event.preventDefault()
        if (!isSelected) select(false)
        onMenu({ x: event.clientX, y: event.clientY })
      }}
    >
      <FolderSimpleIcon size={16} aria-hidden="true" />
      {renaming ? (
        <NameInput
          name={group}
          most={GROUP_NAME_MAX}
          isTaken={(wanted) => isGroupNameTaken(designer, group, wanted)}
          takenText={t('designer.groupTaken')}
          onName={(wanted) => renamedGroup(designer, group, wanted)}
          onDone={() => onRename(false)}
        />
      ) : (
        <button
          type="button"
          className={styles.layerName}
          aria-pressed={isSelected}
          aria-label={t('designer.layers.group', { name: group, count: members.length })}
          onClick={(event) => select(event.shiftKey || event.ctrlKey || event.metaKey)}
          onDoubleClick={() => onRename(true)}
          onKeyDown={(event) => event.code === 'F2' && onRename(true)}
        >
          <bdi>{group}</bdi>
        </button>
      )}
      <LayerMark name={group} widgets={members} mark="locked" />
      <LayerMark name={group} widgets={members} mark="hidden" />
    </div>
  )
}
