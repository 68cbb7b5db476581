import type { DeliveriesTable } from '#db/tables/devices.ts'
import { isoTime } from '#lib/clock.ts'
import type { CsvColumns } from '#lib/csv.ts'

const seconds = (ms: number | null) => (ms === null ? '' : Math.round(Number(ms) / 100) / 10)

export const DELIVERY_COLUMNS: CsvColumns<DeliveriesTable> = [
  ['Published (UTC)', ({ publishedAt }) => isoTime(Number(publishedAt))],
  ['Group', ({ groupName }) => groupName],
  ['Screens', ({ screens }) => screens],
  ['Showing', ({ shown }) => shown],
  ['Within 10 seconds', ({ within10 }) => within10],
  ['Within 1 minute', ({ within60 }) => within60],
  ['Within 10 minutes', ({ within600 }) => within600],
  ['Median seconds', ({ p50 }) => seconds(p50)],
  ['95th percentile seconds', ({ p95 }) => seconds(p95)],
  ['Group id', ({ groupId }) => groupId],
]
