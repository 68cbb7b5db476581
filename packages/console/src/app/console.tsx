import i18next from 'i18next'
import { useEffect } from 'react'
import { keepFocus, keepQuickTabs } from '#lib/browser/keep-focus.ts'
import { mustSetSecondFactor, session, useSession } from '#lib/session/session.ts'
import { notify } from '#lib/toasts.ts'
import { isAnythingKept } from '#lib/unsaved.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { AwayBanner } from './banners/away-banner.tsx'
import { followWatch } from './follow-watch.ts'
import { Kit } from './kit.tsx'
import { leave } from './shell/log-out.ts'
import { NavigationProgress } from './shell/navigation-progress.tsx'
import { Shell } from './shell/shell.tsx'

const SecondFactorGate = lazyPart(async () => (await import('#accounts/profile/pages.ts')).SecondFactorGate)

/** Everything behind the login. */
export function Console() {
  const isClosed = useSession(({ profile }) => mustSetSecondFactor(profile))
  if (!isClosed) return <OpenConsole />
  return (
    <Kit>
      <Waiting>
        <SecondFactorGate onLeave={() => void leave()} />
      </Waiting>
    </Kit>
  )
}

function OpenConsole() {
  useEffect(followWatch, [])
  useEffect(keepFocus, [])
  useEffect(keepQuickTabs, [])
  useEffect(announceKeptInput, [])
  return (
    <Kit>
      <NavigationProgress />
      <Shell />
      <AwayBanner />
    </Kit>
  )
}

/** By then, the page's forms have restored their unsaved input; what remains belongs to dialogs. */
const RESTORED_MS = 3000

function announceKeptInput() {
  const { profile } = session.get()
  // Input that is kept later was typed in this console.
  if (!profile || !isAnythingKept(profile.id)) return
  const timer = setTimeout(() => {
    if (isAnythingKept(profile.id))
      notify({ kind: 'info', title: i18next.t('unsaved.title'), message: i18next.t('unsaved.text') })
  }, RESTORED_MS)
  return () => clearTimeout(timer)
}
