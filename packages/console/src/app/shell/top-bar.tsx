import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { ListIcon } from '@phosphor-icons/react/dist/csr/List'
import { MagnifyingGlassIcon } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import { PlayIcon } from '@phosphor-icons/react/dist/csr/Play'
import { QuestionIcon } from '@phosphor-icons/react/dist/csr/Question'
import { ROLES } from '@vitrine/contract/permissions'
import { useTranslation } from 'react-i18next'
import { useHelp } from '#app/commands/help.ts'
import { isMac } from '#lib/browser/platform.ts'
import { playOn } from '#lib/play-on.ts'
import { useSession } from '#lib/session/session.ts'
import { Bell } from '#operations/notifications/bell.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { openPalette } from '#ui/palette/palette-source.ts'
import { useToastRoom } from '#ui/toast/toast-room.ts'
import { useCan } from '#ui/work/use-can.ts'
import { OrganizationSwitch } from './organization-switch.tsx'
import styles from './top-bar.module.css'

const PhonePhoto = lazyPart(async () => (await import('./phone-photo.tsx')).PhonePhoto)

interface TopBarProps {
  /** On phones, the state of the drawer. */
  menu?: { opened: boolean; open: () => void }
}

/** The bar above every screen. */
export function TopBar({ menu }: TopBarProps) {
  const { t } = useTranslation()
  const isSuperAdmin = useSession(({ profile }) => profile?.role === ROLES.superAdmin)
  const mayPlay = useCan('write', 'devices')
  const help = useHelp()
  useToastRoom(menu !== undefined)
  return (
    <header className={styles.bar} data-bar>
      {menu && (
        <ActionIcon aria-label={t('menu.open')} aria-expanded={menu.opened} size={44} onClick={menu.open}>
          <ListIcon size={22} aria-hidden="true" />
        </ActionIcon>
      )}
      {isSuperAdmin && <OrganizationSwitch />}
      <button
        type="button"
        className={styles.search}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={openPalette}
      >
        <MagnifyingGlassIcon size={16} aria-hidden="true" />
        <span>{t('topBar.search')}</span>
        <kbd>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <span className={styles.grow} data-bar-gap />
      {mayPlay && menu && (
        <Waiting quiet>
          <PhonePhoto />
        </Waiting>
      )}
      {mayPlay && menu && (
        <ActionIcon size={44} aria-label={t('playOn.title')} onClick={() => playOn({})}>
          <PlayIcon size={22} aria-hidden="true" />
        </ActionIcon>
      )}
      {mayPlay && !menu && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<PlayIcon size={16} aria-hidden="true" />}
          onClick={() => playOn({})}
        >
          {t('playOn.title')}
        </Button>
      )}
      <Bell />
      <Tooltip label={t('shortcuts.title')}>
        <ActionIcon aria-label={t('shortcuts.title')} className={styles.help} onClick={help.show}>
          <QuestionIcon size={18} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
    </header>
  )
}
