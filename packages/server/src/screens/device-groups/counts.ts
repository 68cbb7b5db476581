import { setTimeout } from 'node:timers/promises'
import { ONLINE_SECONDS } from '@vitrine/contract/api/screens/devices'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { Report } from '#screens/reports/report.ts'
import type { Seen } from '#screens/reports/reports.ts'

export const NO_COUNTS = { online: 0, held: 0, shown: 0 }
type Counts = typeof NO_COUNTS

type Written = { lastSeenAt: number | null; heldGroup: string | null; shownGroup: string | null }

/** Attempts to count, with a pause in milliseconds while reports are being written. */
const ATTEMPTS = 10
const AGAIN_MS = 10

/**
 * How many of the groups' screens are connected, have verified the latest version, and show it. Written reports are
 * counted in the database; the few still in memory are added.
 */
export async function countScreens(
  db: Db,
  groups: readonly { id: string; manifestHash: string }[],
  seen: Seen,
): Promise<Map<string, Counts>> {
  for (let attempt = 1; ; attempt++) {
    const { writes } = seen.reports
    const isLast = attempt === ATTEMPTS
    if (writes === undefined && !isLast) {
      await setTimeout(AGAIN_MS)
      continue
    }
    const counts = await countOnce(db, groups, seen)
    if (writes === seen.reports.writes || isLast) return counts
  }
}

async function countOnce(
  db: Db,
  groups: readonly { id: string; manifestHash: string }[],
  { reports, now }: Seen,
): Promise<Map<string, Counts>> {
  const since = now - ONLINE_SECONDS * 1000
  const unwritten = reports.unwritten()
  const counts = new Map(await countWritten(db, groups, since))
  const hashes = new Map(groups.map(({ id, manifestHash }) => [id, manifestHash]))
  for (const { id, deviceGroupId: group, ...before } of await selectHeard(db, groups, unwritten)) {
    const report = unwritten.get(id)
    if (!report || group === null) continue
    const counted = (state: Written) => countsOfScreen(state, hashes.get(group), since)
    counts.set(group, moved(counts.get(group) ?? NO_COUNTS, counted(before), counted(report)))
  }
  return counts
}

async function countWritten(
  db: Db,
  groups: readonly { id: string }[],
  since: number,
): Promise<[string, Counts][]> {
  const rows = await db
    .selectFrom('device_groups')
    .innerJoin('devices', 'devices.deviceGroupId', 'device_groups.id')
    .innerJoin('device_states', 'device_states.id', 'devices.id')
    .where('device_groups.id', 'in', anyOf(db, groups))
    .groupBy('device_groups.id')
    .select('device_groups.id')
    .select(({ fn, ref }) => [
      fn.countAll<number>().filterWhere('lastSeenAt', '>=', since).as('online'),
      fn.countAll<number>().filterWhere('heldGroup', '=', ref('device_groups.manifestHash')).as('held'),
      fn.countAll<number>().filterWhere('shownGroup', '=', ref('device_groups.manifestHash')).as('shown'),
    ])
    .execute()
  return rows.map(({ id, ...count }) => [id, count])
}

/** Written reports of screens that have newer ones in memory. */
async function selectHeard(
  db: Db,
  groups: readonly { id: string }[],
  unwritten: ReadonlyMap<string, Report>,
) {
  if (unwritten.size === 0) return []
  return db
    .selectFrom('devices')
    .leftJoin('device_states', 'device_states.id', 'devices.id')
    .where('devices.id', 'in', anyOf(db, [...unwritten.values()]))
    .where('devices.deviceGroupId', 'in', anyOf(db, groups))
    .select(['devices.id', 'devices.deviceGroupId'])
    .select(['device_states.lastSeenAt', 'device_states.heldGroup', 'device_states.shownGroup'])
    .execute()
}

const countsOfScreen = (
  { lastSeenAt, heldGroup, shownGroup }: Written,
  hash: string | undefined,
  since: number,
): Counts => ({
  online: Number(lastSeenAt !== null && lastSeenAt >= since),
  held: Number(heldGroup === hash),
  shown: Number(shownGroup === hash),
})

const moved = (counts: Counts, from: Counts, to: Counts): Counts => ({
  online: counts.online - from.online + to.online,
  held: counts.held - from.held + to.held,
  shown: counts.shown - from.shown + to.shown,
})
