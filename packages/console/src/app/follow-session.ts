import i18next from 'i18next'
import { type SessionState, session } from '#lib/session/session.ts'
import { notify } from '#lib/toasts.ts'
import { isInside, isPublicPath } from './addresses.ts'
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
  const { profile } = session.get()
  const search: { redirect?: string } = router.state.location.search
  if (search.redirect && isInside(search.redirect)) router.history.push(search.redirect)
  else await router.navigate({ to: profile?.kiosk ? '/app/cards' : '/app/dashboard' })
}

async function end(router: ConsoleRouter, ended: SessionState['ended']) {
  const here = router.state.location.href
  const expired = ended === 'expired'
  if (expired) notify({ kind: 'negative', message: i18next.t('auth.sessionExpired') })
  await router.navigate({ to: '/auth/login', search: expired && isInside(here) ? { redirect: here } : {} })
  // Clear the cache: another user may have already logged in in another tab.
  const { queries } = await import('#lib/query.ts')
  queries.clear()
  session.reload()
}
