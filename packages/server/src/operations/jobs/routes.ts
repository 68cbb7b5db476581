import { JobResult, jobs } from '@vitrine/contract/api/operations/jobs'
import { feature } from '#base/handler.ts'
import { isoTime } from '#lib/clock.ts'

const instant = (at: number | null) => (at === null ? null : isoTime(at))

export const jobsFeature = feature(jobs, {
  list: async ({ db }) => {
    const rows = await db.selectFrom('jobs').selectAll().orderBy('id').execute()
    const answered = rows.map(({ id, nextAt, startedAt, finishedAt, result, error }) => ({
      name: id,
      nextAt: isoTime(nextAt),
      startedAt: instant(startedAt),
      finishedAt: instant(finishedAt),
      result: result === null ? null : JobResult.parse(JSON.parse(result)),
      error,
    }))
    return { jobs: answered }
  },
})
