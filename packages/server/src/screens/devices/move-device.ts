import type { DevicesChange } from '@vitrine/contract/api/screens/devices'
import { rule } from '@vitrine/contract/rules'
import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { writeVersion } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { invalid } from '#lib/errors.ts'
import { assignConfiguration, configurationExists } from '#screens/device-configurations/queries.ts'
import { refuseUnknownPlace } from './queries.ts'

type Target = Omit<DevicesChange, 'ids'>

/** Throws INVALID unless the group, floor, and configuration exist. */
export async function refuseUnknownTarget(db: Db, target: Target): Promise<void> {
  await refuseUnknownPlace(db, target)
  const { configurationId } = target
  if (configurationId && !(await configurationExists(db, configurationId)))
    throw invalid({ configurationId: rule('unknown') })
}

/** Where a person keeps a screen: in the group that it goes to, or in its own. */
const keptIn = (target: string | null | undefined) =>
  target === undefined ? sql<string>`coalesce("deviceGroupId", '')` : (target ?? '')

/**
 * Moves screens to one target: a function that moves one of them. Its `db` is bound to the screen's organization, so the
 * target must be in the same one.
 */
export function movingTo(target: Target, now: number) {
  const { deviceGroupId, floorId, configurationId, isPinned } = target
  const checked = new Set<string>()
  return async (db: Db, { id, organizationId }: { id: string; organizationId: string }): Promise<void> => {
    if (!checked.has(organizationId)) await refuseUnknownTarget(db, target)
    checked.add(organizationId)
    await writeVersion(
      db,
      'devices',
      { id, seen: undefined, now: isoTime(now) },
      {
        ...(deviceGroupId !== undefined && { deviceGroupId }),
        ...(floorId !== undefined && { floorId }),
        ...(isPinned !== undefined && { pinnedTo: isPinned ? (keptIn(deviceGroupId) as never) : null }),
      },
    )
    if (configurationId !== undefined)
      await assignConfiguration(db, { deviceId: id, organizationId, configurationId })
  }
}
