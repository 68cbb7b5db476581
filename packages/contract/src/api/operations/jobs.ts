import { z } from 'zod'
import { Timestamp } from '#api/entity.ts'
import { route } from '#route.ts'

/** Counters of a run: files checked, removed … */
export const JobResult = z.record(z.string(), z.number())

/** Work that the server repeats on a schedule. */
const Job = z.object({
  name: z.string(),
  nextAt: Timestamp,
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
  /** Of the last successful run. */
  result: JobResult.nullable(),
  /** Why the last run failed. */
  error: z.string().nullable(),
})

export const jobs = {
  list: route({
    method: 'GET',
    path: '/jobs',
    summary: 'List background jobs, such as removing unused files and old data, with their results',
    who: { read: 'jobs' },
    response: z.object({ jobs: z.array(Job) }),
  }),
}
