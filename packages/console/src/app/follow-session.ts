import i18next from 'i18next'
import { arrival } from '#lib/session/arrival.ts'
import { type SessionState, session } from '#lib/session/session.ts'
import { notify } from '#lib/toasts.ts'
import { isPublicPath } from './addresses.ts'
import type { createConsoleRouter } from './router.tsx'

type ConsoleRouter = ReturnType<typeof createConsoleRouter>

/** Navigates when a session starts or ends in any tab. Returns an unsubscribe function. */
export function followSession(router: ConsoleRouter): () => void {
  return session.state.subscribe((now, before) => {
    if (now.token && !before.token) void begin(router)
    if (!now.token && before.token) void end(router, now.ended)
  })
}

async function begin(router: ConsoleRouter) {
  // Another tab logged in; this one shows a page opened from an email.
  if (isPublicPath(router.state.location.pathname)) return
  const kiosk = session.get().profile?.kiosk
  const place = arrival.place()
  arrival.keepPlace(null)
  await router.navigate({ to: kiosk ? '/app/cards' : '/app/dashboard' })
  if (kiosk) return
  notify({
    kind: 'positive',
    message: i18next.t('auth.loggedIn'),
    ...(place && {
      next: { text: i18next.t('login.resume'), run: () => router.history.push(place) },
    }),
  })
}

async function end(router: ConsoleRouter, ended: SessionState['ended']) {
  const here = router.state.location.href
  const expired = ended === 'expired'
  if (expired) notify({ kind: 'negative', message: i18next.t('auth.sessionExpired') })
  arrival.keepPlace(expired ? here : null)
  await router.navigate({ to: '/auth/login' })
  // Clear the cache: another user may have already logged in in another tab.
  const { queries } = await import('#lib/query.ts')
  queries.clear()
  session.reload()
}
