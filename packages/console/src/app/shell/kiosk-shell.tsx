import { Button, Modal } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/session/session.ts'
import { useToastRoom } from '#ui/toast/toast-room.ts'
import { DropAnywhere } from './drop-anywhere.tsx'
import styles from './kiosk-shell.module.css'
import { leave, logOut } from './log-out.ts'
import { STILL_THERE_SECONDS, useIdle } from './use-idle.ts'

/** The shell of a kiosk, which edits today's cards: no menu, and it returns to the page that linked to it when idle. */
export function KioskShell() {
  const { t } = useTranslation()
  const organization = useSession(({ profile }) => profile?.organization.name)
  const idle = useIdle(goBack)
  useToastRoom()
  return (
    <div className={styles.shell}>
      <header className={styles.top} data-bar>
        <img src="./mark.svg" alt="" width="28" height="28" />
        <strong>{organization}</strong>
        <span className={styles.grow} data-bar-gap />
        <Button size="md" onClick={logOut}>
          {t('kiosk.done')}
        </Button>
      </header>
      <main className={styles.main}>
        <Outlet />
      </main>
      <DropAnywhere />
      <Modal
        opened={idle.secondsLeft !== null}
        onClose={idle.stay}
        title={t('kiosk.stillThere')}
        withCloseButton={false}
        size={400}
      >
        <p role="timer">{t('kiosk.leaving', { count: idle.secondsLeft ?? STILL_THERE_SECONDS })}</p>
        <Button fullWidth size="md" mt={16} onClick={idle.stay} data-autofocus>
          {t('kiosk.stay')}
        </Button>
      </Modal>
    </div>
  )
}

/** Inside a frame, the embedding page is still there: nothing to navigate. */
async function goBack() {
  const from = document.referrer
  await leave()
  if (from && window.parent === window) window.location.assign(from)
}
