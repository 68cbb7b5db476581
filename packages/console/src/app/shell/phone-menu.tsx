import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { useMenuState } from './menu-state.ts'
import { SideMenu } from './side-menu.tsx'

interface PhoneMenuProps {
  menu: ReturnType<typeof useMenuState>
  opened: boolean
  onClose: () => void
}

/** The menu as a drawer. */
export function PhoneMenu({ menu, opened, onClose }: PhoneMenuProps) {
  const { t } = useTranslation()
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="left" size={288} padding={0}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('menu.label')}>
        <SideMenu menu={{ ...menu, collapsed: false }} onClose={onClose} />
      </Drawer.Content>
    </Drawer.Root>
  )
}
