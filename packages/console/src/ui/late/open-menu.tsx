import { ActionIcon, Menu } from '@mantine/core'
import type { MoreMenuProps } from './more-menu.tsx'
import { useOpenedThere } from './use-opened-there.ts'

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
