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

/** Moves a screen. `db` is bound to its organization, so the target must be in the same one. */
export async function moveDevice(
  db: Db,
  { id, organizationId }: { id: string; organizationId: string },
  target: Target,
  now: number,
): Promise<void> {
  await refuseUnknownTarget(db, target)
  const { deviceGroupId, floorId, configurationId, isPinned } = target
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
