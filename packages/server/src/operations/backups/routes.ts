import { backups } from '@vitrine/contract/api/operations/backups'
import { feature } from '#base/handler.ts'
import { drillStatusOf } from './drill-status.ts'
import { beginRestore, checkStatusOf, statusOf } from './queries.ts'

export const backupsFeature = feature(backups, {
  list: (context) => statusOf(context),
  take: async ({ jobs }) => ({ started: await jobs.start('backup') }),
  restore: (context) => beginRestore(context, context.body),
  checked: (context) => checkStatusOf(context),
  drilled: (context) => drillStatusOf(context),
  drill: async ({ jobs }) => ({ started: await jobs.start('restore-drill') }),
  check: async ({ jobs }) => ({ started: await jobs.start('check') }),
})
