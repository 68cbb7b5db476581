import { ActionIcon } from '@mantine/core'
import { EyeIcon } from '@phosphor-icons/react/dist/csr/Eye'
import { EyeSlashIcon } from '@phosphor-icons/react/dist/csr/EyeSlash'
import { LockIcon } from '@phosphor-icons/react/dist/csr/Lock'
import { LockOpenIcon } from '@phosphor-icons/react/dist/csr/LockOpen'
import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { useTranslation } from 'react-i18next'
import { setMark } from '#content/pages/designer/commands/arrange.ts'
import { useDesigner } from '#content/pages/designer/state/use-designer.ts'
import styles from './panels.module.css'

const ICONS = {
  locked: { on: LockIcon, off: LockOpenIcon },
  hidden: { on: EyeSlashIcon, off: EyeIcon },
}

interface LayerMarkProps {
  name: string
  /** One, or those of a group. */
  widgets: readonly ReadWidget[]
  mark: 'locked' | 'hidden'
}

/** Locks or hides widgets: all of them, unless all are. */
export function LayerMark({ name, widgets, mark }: LayerMarkProps) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const on = widgets.every((widget) => widget[mark])
  const Sign = ICONS[mark][on ? 'on' : 'off']
  return (
    <ActionIcon
      size={24}
      className={styles.layerMark}
      data-on={on}
      aria-label={t(mark === 'locked' ? 'designer.layers.lock' : 'designer.layers.hide', { name })}
      aria-pressed={on}
      onClick={() =>
        setMark(
          designer,
          widgets.map(({ id }) => id),
          mark,
          !on,
        )
      }
    >
      <Sign size={14} aria-hidden="true" />
    </ActionIcon>
  )
}
