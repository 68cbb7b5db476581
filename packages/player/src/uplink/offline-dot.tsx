import { useEffect, useState } from 'react'
import type { Connection } from '#downlink/connection.ts'
import type { Clock } from '#lib/time/clock.ts'

const AFTER_MS = 600_000

interface Props {
  connection: Connection
  clock: Clock
  onSecond: (listener: () => void) => () => void
}

/** The only sign of an outage that the public ever sees, and only of a long one. */
export function OfflineDot({ connection, clock, onSecond }: Props) {
  const [started] = useState(() => clock.monotonic())
  const [offline, setOffline] = useState(false)
  useEffect(
    () => onSecond(() => setOffline(clock.monotonic() - (connection.heardAt ?? started) > AFTER_MS)),
    [connection, clock, onSecond, started],
  )
  return offline ? <div className="offline-dot" /> : null
}
