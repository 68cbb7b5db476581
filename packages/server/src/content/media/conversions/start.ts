import type { Conversion } from '@vitrine/contract/api/content/conversions/conversions'
import type { JobName } from '@vitrine/contract/api/operations/jobs'
import type { Context } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'

/** The job of each kind (`jobsOf`). */
export const CONVERT_JOBS: Record<Conversion['kind'], JobName> = {
  deck: 'draw-slides',
  video: 'convert-videos',
}

/** Starts the job after the commit; a running job finds the new conversion itself. */
export function startConverting(
  jobs: Platform['jobs'],
  { afterCommit, log }: Pick<Context, 'afterCommit' | 'log'>,
  kind: Conversion['kind'],
): void {
  afterCommit(() => {
    jobs.start(CONVERT_JOBS[kind]).catch((err) => log.error({ err }, 'Starting conversions failed'))
  })
}
