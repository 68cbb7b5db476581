import { z } from 'zod'
import { Timestamp } from '#api/base/entity.ts'
import { route } from '#route.ts'

/** Names of the jobs of this version, sorted. `sum-plays` runs with ClickHouse only, `send-audit` with AUDIT_SYSLOG. */
export const JOBS = [
  'alerts',
  'backup',
  'check',
  'collect-files',
  'convert-videos',
  'deliveries',
  'draw-slides',
  'fill-groups',
  'fill-lists',
  'forget-archives',
  'forget-audit',
  'forget-changes',
  'forget-conversions',
  'forget-deliveries',
  'forget-edits',
  'forget-media-versions',
  'forget-plays',
  'forget-responses',
  'forget-sessions',
  'forget-survey-answers',
  'forget-switches',
  'forget-thumbnails',
  'forget-trash',
  'forget-uploads',
  'move-organizations',
  'pause-webhooks',
  'player-updates',
  'refresh-statistics',
  'repair-files',
  'restore-drill',
  'send-audit',
  'sum-plays',
  'webhooks',
] as const
export type JobName = (typeof JOBS)[number]

/** False for a job of another version. */
export const isJobName = (name: string): name is JobName => (JOBS as readonly string[]).includes(name)

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
