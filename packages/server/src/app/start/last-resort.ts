import type { EventEmitter } from 'node:events'
import type { Clock } from '#lib/clock.ts'
import { RateLimit } from '#lib/http/rate-limit.ts'

/** Errors within a minute after which the process's state can't be trusted. */
const ERRORS_A_MINUTE = 10
const MINUTE = 60_000

interface Options {
  clock: Clock
  log: { error(details: object, text: string): void }
  /** Whether the process still works. A promise that never resolves means no. */
  isSound: () => Promise<boolean>
  /** Ends the process so that the supervisor starts another. */
  giveUp: (why: string) => void
}

/**
 * Handles uncaught errors. Such an error belongs to one request or stream and must not end the others: it is logged,
 * and the process continues. Data is safe, because unfinished writes are uncommitted transactions. The process exits
 * only if it has stopped working or keeps failing.
 */
export function surviveErrors(process: EventEmitter, { clock, log, isSound, giveUp }: Options): void {
  const recent = new RateLimit(ERRORS_A_MINUTE, MINUTE)
  process.on('uncaughtException', (error: unknown, origin: string) => {
    log.error({ err: error, origin }, 'Unexpected error. The server keeps running.')
    recent.hit('', clock.now())
    if (recent.isReached('', clock.now())) return giveUp('Too many unexpected errors within a minute')
    isSound().then(
      (sound) => sound || giveUp('The server has stopped working after an unexpected error'),
      () => giveUp('The server has stopped working after an unexpected error'),
    )
  })
}
