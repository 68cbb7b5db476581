import { useMediaQuery } from '@mantine/hooks'
import { Outlet, useLocation, useMatches, useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notices } from '#app/banners/notices.tsx'
import { ConsoleKeys } from '#app/commands/console-keys.tsx'
import { ConsolePalette } from '#app/commands/console-palette.tsx'
import { useHasUploads } from '#content/media/upload/uploads-state.ts'
import { closeDialog, useOpenedDialog } from '#lib/opened-dialog.ts'
import { usePlayRequest } from '#lib/play-on.ts'
import { useSession } from '#lib/session/session.ts'
import { TakeoverBars } from '#screens/takeovers/takeover-bars.tsx'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { useToastRoom } from '#ui/toast/toast-room.ts'
import { LeaveQuestion } from './leave-question.tsx'
import { useMenuState } from './menu-state.ts'
import { PhoneMenu } from './phone-menu.tsx'
import styles from './shell.module.css'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'

const KioskShell = lazyPart(async () => (await import('./kiosk-shell.tsx')).KioskShell)
const UploadTray = lazyPart(async () => (await import('#content/media/upload/upload-tray.tsx')).UploadTray)
const DropAnywhere = lazyPart(async () => (await import('./drop-anywhere.tsx')).DropAnywhere)
const ManualSwitchesDialog = lateDialog(
  async () => (await import('#screens/devices/switches/manual-switches.tsx')).ManualSwitchesDialog,
)
const PlayOnDialog = lateDialog(
  async () => (await import('#screens/play-on/play-on-dialog.tsx')).PlayOnDialog,
)

/** The frame around all screens of a session. */
export function Shell() {
  const kiosk = useSession(({ profile }) => profile?.kiosk ?? false)
  const bare = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.bare) })
  return (
    <>
      <Frame kiosk={kiosk} bare={bare} />
      <LeaveQuestion />
    </>
  )
}

function Frame({ kiosk, bare }: { kiosk: boolean; bare: boolean }) {
  useToastRoom(bare)
  if (bare)
    return (
      <div className={styles.bare}>
        <main data-bare>
          <Outlet />
          <ConsolePalette />
          <OpenedDialogs />
        </main>
        <Uploads />
      </div>
    )
  if (!kiosk) return <FullShell />
  return (
    <Waiting quiet>
      <KioskShell />
    </Waiting>
  )
}

/** The menu at the side (a drawer on phones), the bar above, and the screen. */
function FullShell() {
  const { t } = useTranslation()
  const menu = useMenuState()
  const phone = useMediaQuery('(width < 768px)', undefined, { getInitialValueInEffect: false })
  const main = useRef<HTMLElement>(null)
  // Only the path: lists update the search on every keystroke.
  const pathname = useLocation({ select: (location) => location.pathname })
  // Every navigation closes the drawer, because it belongs to the path it was opened on.
  const [openedOn, setOpenedOn] = useState<string>()
  const opened = openedOn === pathname
  const setOpened = (open: boolean) => setOpenedOn(open ? pathname : undefined)
  useFocusOnArrival(main)
  return (
    <div className={styles.shell} data-collapsed={menu.collapsed}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        {t('menu.skip')}
      </button>
      {phone ? (
        <Waiting quiet>
          <PhoneMenu menu={menu} opened={opened} onClose={() => setOpened(false)} />
        </Waiting>
      ) : (
        <aside className={styles.side}>
          <SideMenu menu={menu} />
        </aside>
      )}
      <div className={styles.content}>
        <TakeoverBars />
        <Notices />
        <TopBar menu={phone ? { opened, open: () => setOpened(true) } : undefined} />
        <main ref={main} className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
        <Uploads />
      </div>
      <ConsolePalette />
      <ConsoleKeys />
      <OpenedDialogs />
    </div>
  )
}

/** Navigating removed the focused element: focus the new screen, for screen readers and keyboards. */
function useFocusOnArrival(main: RefObject<HTMLElement | null>) {
  const arrived = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const before = useRef(arrived)
  useEffect(() => {
    const { current: left } = before
    before.current = arrived
    if (left?.startsWith('/app/') && left !== arrived && document.activeElement === document.body)
      main.current?.focus({ preventScroll: true })
  }, [arrived, main])
}

/** Dialogs that open from anywhere. */
function OpenedDialogs() {
  const request = usePlayRequest()
  return (
    <>
      <PlayOnDialog opened={request !== null} request={request} />
      <ManualSwitchesDialog opened={useOpenedDialog() === 'switches'} onClose={closeDialog} />
      <Waiting quiet>
        <DropAnywhere />
      </Waiting>
    </>
  )
}

function Uploads() {
  if (!useHasUploads()) return null
  return (
    <Waiting quiet>
      <UploadTray />
    </Waiting>
  )
}
