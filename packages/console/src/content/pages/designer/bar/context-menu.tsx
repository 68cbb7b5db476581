import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { shownKey } from '#content/pages/designer/commands/command.ts'
import { type AnyCommand, COMMANDS, isEnabled, run } from '#content/pages/designer/commands/commands.ts'
import type { Point } from '#content/pages/designer/geometry/rect.ts'
import { useDesigner } from '#content/pages/designer/state/use-designer.ts'
import { isMac } from '#lib/browser/platform.ts'
import styles from './commands.module.css'

const IN_MENU = (COMMANDS as readonly AnyCommand[]).filter(({ menu }) => menu)

interface ContextMenuProps {
  opened: boolean
  at: Point | null
  onClose: () => void
}

/** The context menu of the selection, at the pointer. */
export function ContextMenu({ opened, at, onClose }: ContextMenuProps) {
  const { t } = useTranslation()
  const designer = useDesigner()
  return (
    <Menu
      opened={opened}
      onClose={onClose}
      position="bottom-start"
      offset={0}
      withinPortal
      returnFocus
      // Shift a tall menu up rather than let it overflow the window.
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
    >
      <Menu.Target>
        <span
          className={styles.menuPoint}
          style={{ left: at?.x ?? 0, top: at?.y ?? 0 }}
          // Only an anchor: the aria attributes that the menu sets on it are meaningless.
          aria-hidden="true"
        />
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        {IN_MENU.map((command) => (
          <Menu.Item
            key={command.id}
            disabled={!isEnabled(command, designer)}
            onClick={() => {
              run(command, designer)
              if (command.id !== 'delete' && command.id !== 'rename') designer.request('canvas')
            }}
            rightSection={
              command.keys?.[0] && (
                <kbd className={styles.key} dir="ltr">
                  {shownKey(command.keys[0], isMac)}
                </kbd>
              )
            }
          >
            {t(`designer.commands.${command.id}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
