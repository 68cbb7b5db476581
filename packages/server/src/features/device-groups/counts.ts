import { ONLINE_SECONDS } from '@vitrine/contract/devices'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { Report, Seen } from '#publishing/reports.ts'

export const NOBODY = { online: 0, held: 0, shown: 0 }
type Counts = typeof NOBODY

/**
 * How many of the groups' screens are connected, hold what was last published, and show it. Counted in the database,
 * those whose last report is not written yet aside: reading a fleet's rows would take several times as long.
 */
export async function countScreens(
  db: Db,
  groups: readonly { id: string; manifestHash: string }[],
  screens: readonly { id: string; deviceGroupId: string | null }[],
  { reports, now }: Seen,
): Promise<Map<string, Counts>> {
  const since = now - ONLINE_SECONDS * 1000
  const unwritten = reports.unwritten()
  const written = await db
    .selectFrom('device_groups')
    .innerJoin('devices', 'devices.deviceGroupId', 'device_groups.id')
    .innerJoin('device_states', 'device_states.id', 'devices.id')
    .where('device_groups.id', 'in', anyOf(db, groups))
    .where('devices.id', 'not in', anyOf(db, [...unwritten.values()]))
    .groupBy('device_groups.id')
    .select('device_groups.id')
    .select(({ fn, ref }) => [
      fn.countAll<number>().filterWhere('lastSeenAt', '>=', since).as('online'),
      fn.countAll<number>().filterWhere('heldGroup', '=', ref('device_groups.manifestHash')).as('held'),
      fn.countAll<number>().filterWhere('shownGroup', '=', ref('device_groups.manifestHash')).as('shown'),
    ])
    .execute()
  const counts = new Map(written.map(({ id, ...count }) => [id, count]))
  const hashes = new Map(groups.map(({ id, manifestHash }) => [id, manifestHash]))
  for (const { id: screen, deviceGroupId: id } of screens) {
    const report = unwritten.get(screen)
    if (report && id !== null)
      counts.set(id, withReport(counts.get(id) ?? NOBODY, report, hashes.get(id), since))
  }
  return counts
}

const withReport = (
  { online, held, shown }: Counts,
  { lastSeenAt, heldGroup, shownGroup }: Report,
  hash: string | undefined,
  since: number,
): Counts => ({
  online: online + (lastSeenAt >= since ? 1 : 0),
  held: held + (heldGroup === hash ? 1 : 0),
  shown: shown + (shownGroup === hash ? 1 : 0),
})
