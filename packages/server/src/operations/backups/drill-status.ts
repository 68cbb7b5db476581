import type { DrillStatus } from '@vitrine/contract/api/operations/backups'
import { z } from 'zod'
import { isoTime } from '#lib/clock.ts'
import type { BackupParts } from './queries.ts'

const JOB = 'restore-drill'

/** What the job stores; nothing if there was no backup. */
const Restored = z.object({
  takenAt: z.number(),
  tables: z.int(),
  rows: z.int(),
  files: z.int(),
  bytes: z.number(),
})

/** The last restore drill, from the list of jobs. */
export async function drillStatusOf({
  database,
  jobs,
}: Pick<BackupParts, 'database' | 'jobs'>): Promise<DrillStatus> {
  const job = await database.selectFrom('jobs').selectAll().where('id', '=', JOB).executeTakeFirst()
  const { data } = Restored.safeParse(JSON.parse(job?.result ?? 'null'))
  return {
    running: jobs.isRunning(JOB),
    nextAt: job?.nextAt ? isoTime(job.nextAt) : null,
    finishedAt: job?.finishedAt ? isoTime(job.finishedAt) : null,
    error: job?.error ?? null,
    restored: data ? { ...data, takenAt: isoTime(data.takenAt) } : null,
  }
}
