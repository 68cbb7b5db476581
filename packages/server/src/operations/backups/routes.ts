import { backups } from '@vitrine/contract/api/operations/backups'
import { feature } from '#base/handler.ts'
import { drillStatusOf } from './drill-status.ts'
import { beginRestore, checkStatusOf, type Restoring, statusOf } from './queries.ts'

export const backupsFeature = feature(backups, (services: Restoring) => ({
  list: () => statusOf(services),
  take: async () => ({ started: await services.jobs.start('backup') }),
  restore: ({ body }) => beginRestore(services, body),
  checked: () => checkStatusOf(services),
  drilled: () => drillStatusOf(services),
  drill: async () => ({ started: await services.jobs.start('restore-drill') }),
  check: async () => ({ started: await services.jobs.start('check') }),
}))
