import { ActionIcon, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { ListIcon } from '@phosphor-icons/react/dist/csr/List'
import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMenuState } from './menu-state.ts'
import styles from './shell.module.css'
import { SideMenu } from './side-menu.tsx'

/** The console's frame: the menu at the side (a drawer on phones) and the screen. */
export function Shell() {
  const { t } = useTranslation()
  const menu = useMenuState()
  const phone = useMediaQuery('(width < 768px)', undefined, { getInitialValueInEffect: false })
  const main = useRef<HTMLElement>(null)
  const [opened, setOpened] = useState(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere closes the drawer
  useEffect(() => setOpened(false), [pathname])
  const bare = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.bare) })
  if (bare)
    return (
      <main>
        <Outlet />
      </main>
    )
  return (
    <div className={styles.shell} data-collapsed={menu.collapsed}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        {t('menu.skip')}
      </button>
      {phone ? (
        <header className={styles.top}>
          <ActionIcon
            aria-label={t('menu.open')}
            aria-expanded={opened}
            size={44}
            onClick={() => setOpened(true)}
          >
            <ListIcon size={22} aria-hidden="true" />
          </ActionIcon>
          <img src="./mark.svg" alt="" width="24" height="24" />
          <strong>{t('app.name')}</strong>
          <Drawer.Root
            opened={opened}
            onClose={() => setOpened(false)}
            position="left"
            size={288}
            padding={0}
          >
            <Drawer.Overlay />
            <Drawer.Content aria-label={t('menu.label')}>
              <SideMenu menu={{ ...menu, collapsed: false }} onClose={() => setOpened(false)} />
            </Drawer.Content>
          </Drawer.Root>
        </header>
      ) : (
        <aside className={styles.side}>
          <SideMenu menu={menu} />
        </aside>
      )}
      <main ref={main} className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}
