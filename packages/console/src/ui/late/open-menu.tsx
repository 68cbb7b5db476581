import { ActionIcon, Menu } from '@mantine/core'
import type { Icon } from '@phosphor-icons/react'
import type { ReactElement } from 'react'
import { useOpenedThere } from './use-opened-there.ts'

export interface MenuEntry {
  id: string
  label: string
  icon?: Icon
  /** Takes something away. */
  bad?: boolean
  run: () => void
}

export interface MoreMenuProps {
  label: string
  size?: number
  entries: readonly MenuEntry[]
  /** The button's sign. */
  children: ReactElement
}

/** The menu of `MoreMenu`: opens once it is there, from its own button, to which the focus returns. */
export function OpenMenu({ label, size, entries, children }: MoreMenuProps) {
  const { opened, setOpened, target } = useOpenedThere()
  return (
    <Menu opened={opened} onChange={setOpened}>
      <Menu.Target>
        <ActionIcon ref={target} aria-label={label} size={size}>
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
