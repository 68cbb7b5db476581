import { AppError } from '#lib/errors.ts'
import { type Died, KillablePool } from '#lib/work/killable-pool.ts'
import { type Owner, Turns } from '#lib/work/turns.ts'
import type { FileFacts, Verdict } from './probe-verdict.ts'

const pool = new KillablePool<{ path: string }, Verdict>({
  script: new URL('./probe.worker.ts', import.meta.url),
  heap: 256,
  timeLimit: 30_000,
  // The slowest legitimate files tried, 90-megapixel photographs, take 2 s on a busy small machine.
  turns: new Turns({
    atOnce: 2,
    slowAfter: 500,
    slowAtOnce: 2,
    stopAfter: 2500,
    waitingEach: 120,
    waitingTogether: 300,
  }),
})

const WHY: Record<Died, string> = {
  time: 'takes too long to open',
  memory: 'needs too much memory to open',
  unstarted: "can't be read",
}

/**
 * Detects a file's type by its content, in a killable process; names and declared types are ignored. Throws
 * UNSUPPORTED_MEDIA with a sentence for people for anything that screens can't show: unknown, broken, truncated, or
 * made to exhaust its reader; TOO_MANY_REQUESTS like `KillablePool.ask`.
 */
export async function inspectFile(path: string, owner: Owner): Promise<FileFacts> {
  const verdict = await pool.ask(owner, { path })
  if (typeof verdict === 'string') throw new AppError('UNSUPPORTED_MEDIA', WHY[verdict])
  if ('refused' in verdict) throw new AppError('UNSUPPORTED_MEDIA', verdict.refused)
  return verdict.facts
}
