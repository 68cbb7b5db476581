import { UPLOADS_MS } from '#app/http/connections.ts'
import type { Settings } from '#lib/env.ts'
import type { Log } from '#lib/log.ts'

/** A terminal, npm and the supervisor each forward Ctrl+C: signals within these milliseconds count as one. */
const SAME_SIGNAL_MS = 300
/** After the uploads, only in-memory state is left to save. */
const LONGEST_MS = UPLOADS_MS + 3_000

/**
 * Exit codes that the supervisor and the service manager understand (sysexits.h). With `tryAgain`, the same start may
 * succeed later; with `cannotStart` it can't.
 */
export const EXIT = { crashed: 70, tryAgain: 75, cannotStart: 78 } as const

/**
 * Returns a function that stops the process: its first call lets uploads finish, a second call a moment later exits
 * immediately. Acknowledged data is on disk in either case.
 */
export function stopper(close: () => Promise<void>, log: Log): (reason: string, code?: number) => void {
  let since: number | undefined
  return (reason, code = 0) => {
    if (since !== undefined) {
      if (performance.now() - since < SAME_SIGNAL_MS) return
      log.warn({ reason }, 'stopping now, without waiting for requests')
      process.exit(code)
    }
    since = performance.now()
    log.info({ reason }, 'stopping')
    setTimeout(() => process.exit(code), LONGEST_MS).unref()
    close().then(
      () => process.exit(code),
      (error) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(EXIT.crashed)
      },
    )
  }
}

/** Servers on PostgreSQL are behind a load balancer, which has to notice first. An embedded database has one server. */
const DRAIN_SECONDS = 5

/** How long a stopping server keeps serving and reports not ready. */
export const drainMsOf = (settings: Pick<Settings, 'DATABASE_URL' | 'DRAIN_SECONDS'>): number =>
  1000 * (settings.DRAIN_SECONDS ?? (settings.DATABASE_URL ? DRAIN_SECONDS : 0))
