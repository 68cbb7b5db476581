import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { shownKey } from './commands/command.ts'
import { type AnyCommand, COMMANDS, isEnabled, run } from './commands/commands.ts'
import styles from './designer.module.css'
import type { Point } from './geometry/rect.ts'
import { isMac } from './platform.ts'
import { useDesigner } from './use-designer.ts'

const IN_MENU = (COMMANDS as readonly AnyCommand[]).filter(({ menu }) => menu)

/** What can be done with the selection, where the pointer is. */
export function ContextMenu({ at, onClose }: { at: Point | null; onClose: () => void }) {
  const { t } = useTranslation()
  const designer = useDesigner()
  return (
    <Menu opened={at !== null} onClose={onClose} position="bottom-start" offset={0} withinPortal returnFocus>
      <Menu.Target>
        <span
          className={styles.menuPoint}
          style={{ left: at?.x ?? 0, top: at?.y ?? 0 }}
          // Only a place: what the menu writes on its target means nothing here.
          aria-hidden="true"
        />
      </Menu.Target>
      <Menu.Dropdown>
        {IN_MENU.map((command) => (
          <Menu.Item
            key={command.id}
            disabled={!isEnabled(command, designer)}
            onClick={() => {
              run(command, designer)
              if (command.id !== 'delete' && command.id !== 'rename') designer.request('canvas')
            }}
            rightSection={
              command.keys?.[0] && <kbd className={styles.key}>{shownKey(command.keys[0], isMac)}</kbd>
            }
          >
            {t(`designer.commands.${command.id}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
