import i18next from 'i18next'
import { isUploading } from '#content/media/upload/uploads-state.ts'
import { api } from '#lib/api.ts'
import { session } from '#lib/session/session.ts'
import { notify } from '#lib/toasts.ts'
import { isAnythingUnsaved } from '#lib/unsaved.ts'
import { askToLeave } from './leave-question.tsx'

/** Ends the session; asks first if uploads or unsaved input would be lost. */
export function logOut(): void {
  const about = isUploading() ? 'uploads' : isAnythingUnsaved() ? 'unsaved' : undefined
  if (!about) return void leave()
  askToLeave({
    title: i18next.t('logOut.title'),
    text: i18next.t(`logOut.${about}`),
    leave: i18next.t('menu.logOut'),
    go: () => void leave(),
  })
}

/** Ends the session here immediately; resolves when the server has ended it too or could not be reached. */
export async function leave(): Promise<void> {
  const { refreshToken } = session.get()
  const loggedOut = refreshToken && api.auth.logout({ body: { refreshToken } }).catch(() => {})
  session.end('left')
  notify({ kind: 'positive', message: i18next.t('auth.loggedOut') })
  await loggedOut
}
