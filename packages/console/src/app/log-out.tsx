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
  else leave()
}

function leave() {
  const { refreshToken } = session.get()
  // Nobody waits for it: without the server one is signed out of this browser all the same.
  if (refreshToken) void api.auth.logout({ body: { refreshToken } }).catch(() => {})
  session.end('left')
  notify({ kind: 'positive', message: i18next.t('auth.loggedOut') })
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
        leave()
      }}
      onStay={stop}
    />
  )
}
