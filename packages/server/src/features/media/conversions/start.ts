import type { Conversion } from '@vitrine/contract/api/conversions/conversions'
import type { Context } from '#features/handler.ts'

/** The job of each kind (`jobsOf`). */
export const CONVERT_JOBS: Record<Conversion['kind'], string> = {
  deck: 'draw-slides',
  video: 'convert-videos',
}

/** Begins after the commit; where it runs already, the job finds the new one. */
export function startConverting(
  { jobs, afterCommit, log }: Pick<Context, 'jobs' | 'afterCommit' | 'log'>,
  kind: Conversion['kind'],
): void {
  afterCommit(() => {
    jobs.start(CONVERT_JOBS[kind]).catch((err) => log.error({ err }, 'Starting conversions failed'))
  })
}
