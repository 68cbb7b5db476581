import { ActionIcon, Tooltip } from '@mantine/core'
import { CaretDownIcon } from '@phosphor-icons/react/dist/csr/CaretDown'
import { SidebarSimpleIcon } from '@phosphor-icons/react/dist/csr/SidebarSimple'
import { SignOutIcon } from '@phosphor-icons/react/dist/csr/SignOut'
import { XIcon } from '@phosphor-icons/react/dist/csr/X'
import { Link } from '@tanstack/react-router'
import { can } from '@vitrine/contract/permissions'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { BrandMark } from '#app/brand-mark.tsx'
import { useSession } from '#lib/session/session.ts'
import { logOut } from './log-out.ts'
import { type MenuEntry, type MenuGroup, menuFor } from './menu.ts'
import type { useMenuState } from './menu-state.ts'
import styles from './side-menu.module.css'

type Menu = ReturnType<typeof useMenuState>

interface SideMenuProps {
  menu: Menu
  /** In the drawer: a button that closes it. */
  onClose?: () => void
}

export function SideMenu({ menu, onClose }: SideMenuProps) {
  const { t } = useTranslation()
  const profile = useSession((state) => state.profile)
  const groups = menuFor(profile?.kiosk ?? false, (area) => profile !== null && can(profile, 'read', area))
  return (
    <div className={styles.menu} data-collapsed={menu.collapsed}>
      <div className={styles.brand}>
        <BrandMark size={24} nameClass={styles.wide} />
        {onClose ? (
          <ActionIcon aria-label={t('menu.close')} size={44} onClick={onClose}>
            <XIcon size={18} aria-hidden="true" />
          </ActionIcon>
        ) : (
          <ActionIcon aria-label={t(menu.collapsed ? 'menu.expand' : 'menu.collapse')} onClick={menu.toggle}>
            <SidebarSimpleIcon size={18} aria-hidden="true" className={styles.mirrored} />
          </ActionIcon>
        )}
      </div>
      <nav className={styles.nav} aria-label={t('menu.label')}>
        {groups.map((group) => (
          <Group key={group.key} group={group} menu={menu} />
        ))}
      </nav>
      <Account collapsed={menu.collapsed} />
    </div>
  )
}

function Group({ group, menu }: { group: MenuGroup; menu: Menu }) {
  const { t } = useTranslation()
  const id = useId()
  const folded = !menu.collapsed && menu.folded.includes(group.key)
  return (
    <div className={styles.group} data-group={group.key}>
      {group.text && !menu.collapsed && (
        <button
          type="button"
          className={styles.groupHead}
          aria-expanded={!folded}
          aria-controls={id}
          onClick={() => menu.fold(group.key)}
        >
          {t(group.text)}
          <CaretDownIcon size={10} weight="bold" aria-hidden="true" />
        </button>
      )}
      <ul id={id} hidden={folded}>
        {group.entries.map((entry) => (
          <li key={entry.to}>
            <Entry entry={entry} collapsed={menu.collapsed} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Entry({ entry, collapsed }: { entry: MenuEntry; collapsed: boolean }) {
  const { t } = useTranslation()
  const { icon: Sign, to, text } = entry
  const label = t(text)
  return (
    <Tooltip label={label} position="right" disabled={!collapsed}>
      <Link to={to} className={styles.entry} aria-label={collapsed ? label : undefined}>
        {({ isActive }) => (
          <>
            <Sign size={18} weight={isActive ? 'fill' : 'regular'} aria-hidden="true" />
            <span className={styles.wide}>{label}</span>
          </>
        )}
      </Link>
    </Tooltip>
  )
}

/** The current user, and the logout. */
function Account({ collapsed }: { collapsed: boolean }) {
  const { t } = useTranslation()
  const profile = useSession((state) => state.profile)
  return (
    <div className={styles.account}>
      {profile && (
        <span className={`${styles.who} ${styles.wide}`}>
          <strong>{`${profile.firstName} ${profile.lastName}`}</strong>
          <span>{profile.organization.name}</span>
        </span>
      )}
      <Tooltip label={t('menu.logOut')} position={collapsed ? 'right' : 'top'}>
        <ActionIcon aria-label={t('menu.logOut')} onClick={logOut}>
          <SignOutIcon size={18} aria-hidden="true" className={styles.mirrored} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
