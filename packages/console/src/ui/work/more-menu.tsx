import { ActionIcon, Menu } from '@mantine/core'
import type { Icon } from '@phosphor-icons/react'
import type { ReactElement } from 'react'

export interface MenuEntry {
  id: string
  label: string
  icon?: Icon
  /** Whether the action is destructive. */
  bad?: boolean
  run: () => void
}

interface MoreMenuProps {
  label: string
  size?: number
  entries: readonly MenuEntry[]
  /** The button's icon. */
  children: ReactElement
}

/** An icon button that opens a menu. */
export function MoreMenu({ label, size, entries, children }: MoreMenuProps) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={label} size={size}>
          {children}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ id, label, icon: Sign, bad, run }) => (
          <Menu.Item
            key={id}
            color={bad ? 'bad' : undefined}
            leftSection={Sign && <Sign size={16} aria-hidden="true" />}
            onClick={run}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
