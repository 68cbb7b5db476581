import { Suspense, useState } from 'react'
import { useNow } from '#lib/use-now.ts'
import { lazyPart } from '#ui/late/lazy-part.tsx'
import { BellButton } from './bell-button.tsx'
import { useNews } from './use-news.ts'

const BellPanel = lazyPart(async () => (await import('./bell-panel.tsx')).BellPanel)

/** What happened since one last looked, and before. The list comes when the bell is first pressed. */
export function Bell() {
  const now = useNow(60_000)
  const { news, seenAt, see } = useNews()
  const [asked, setAsked] = useState(false)
  const past = news.filter(({ at }) => at <= now)
  const unread = past.filter(({ at }) => at > seenAt).length
  const button = <BellButton unread={unread} aria-haspopup="dialog" onClick={() => setAsked(true)} />
  if (!asked) return button
  return (
    <Suspense fallback={button}>
      <BellPanel unread={unread} past={past} seenAt={seenAt} now={now} onSeen={see} />
    </Suspense>
  )
}
