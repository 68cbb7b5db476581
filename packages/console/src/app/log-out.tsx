import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { isUploading } from '#features/media/uploads-state.ts'
import { api } from '#lib/api.ts'
import { session } from '#lib/session.ts'
import { notify } from '#lib/toasts.ts'
import { isAnythingUnsaved } from '#lib/unsaved.ts'
import { lateDialog } from '#ui/late-dialog.tsx'

const LeaveDialog = lateDialog(async () => (await import('#ui/leave-dialog.tsx')).LeaveDialog)

const asking = createStore<{ about?: 'unsaved' | 'uploads' }>(() => ({}))

/** Ends the session; asks first where that would lose something. */
export function logOut(): void {
  const about = isUploading() ? 'uploads' : isAnythingUnsaved() ? 'unsaved' : undefined
  if (about) asking.setState({ about })
  else void leave()
}

/** Ends the session here at once; the answer waits until the server has ended it too, or could not be told. */
export async function leave(): Promise<void> {
  const { refreshToken } = session.get()
  const told = refreshToken && api.auth.logout({ body: { refreshToken } }).catch(() => {})
  session.end('left')
  notify({ kind: 'positive', message: i18next.t('auth.loggedOut') })
  await told
}

/** The question of `logOut`. */
export function LogOutQuestion() {
  const { t } = useTranslation()
  const { about } = useStore(asking)
  const stop = () => asking.setState({ about: undefined })
  return (
    <LeaveDialog
      opened={about !== undefined}
      title={t('logOut.title')}
      text={t(about === 'uploads' ? 'logOut.uploads' : 'logOut.unsaved')}
      leave={t('menu.logOut')}
      onLeave={() => {
        stop()
        void leave()
      }}
      onStay={stop}
    />
  )
}
