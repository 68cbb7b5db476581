import { clock } from '#lib/clock.ts'
import { useNow } from '#lib/use-now.ts'
import { BellPanel } from './bell-panel.tsx'
import { useNews } from './use-news.ts'

/** Notifications, split into unread and past. */
export function Bell() {
  const minute = useNow(60_000)
  const { news, seenAt, see } = useNews()
  // The minute clock lags behind events that have just happened.
  const now = Math.max(minute, clock.now())
  const past = news.filter(({ at }) => at <= now)
  const unread = past.filter(({ at }) => at > seenAt).length
  return <BellPanel unread={unread} past={past} seenAt={seenAt} now={now} onSeen={see} />
}
