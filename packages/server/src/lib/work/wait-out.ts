import { setTimeout } from 'node:timers/promises'
import type { Log } from '#lib/log.ts'

/** Milliseconds between two attempts, and between two log lines. */
const AGAIN_MS = 1000
const SAY_MS = 10_000

interface Waiting {
  /** What may be starting, for the log. */
  what: string
  seconds: number
  log: Log
  isPassing: (error: unknown) => boolean
}

/** Repeats an attempt that fails because something is still starting, for a time. Throws its last error. */
export async function waitOut<T>(
  attempt: () => Promise<T>,
  { what, seconds, log, isPassing }: Waiting,
): Promise<T> {
  const end = performance.now() + seconds * 1000
  for (let saidAt = Number.NEGATIVE_INFINITY; ; ) {
    try {
      return await attempt()
    } catch (error) {
      if (!isPassing(error) || performance.now() > end) throw error
      if (performance.now() - saidAt > SAY_MS) {
        saidAt = performance.now()
        log.warn({ err: error }, `Waiting for ${what}, for up to ${seconds} seconds`)
      }
      await setTimeout(AGAIN_MS)
    }
  }
}
