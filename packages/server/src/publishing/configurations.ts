import type { Region } from '@vitrine/contract/api/accounts/region'
import { ScreenConfiguration, type WallPart } from '@vitrine/contract/api/screens/manifest'
import type { VideoWall } from '@vitrine/contract/api/screens/video-wall'
import { NO_REGION } from '@vitrine/contract/player/screen-locale'
import { wallPart } from '@vitrine/contract/player/wall-part'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

interface Placed {
  id: string
  deviceGroupId: string | null
}

/** What a configuration says: what screens follow as it is, and what they speak. */
export interface Configured {
  configuration: ScreenConfiguration
  region: Region
}

/** Configurations by device: what a device has itself comes before what its group has. */
export async function configurationsOf(db: Db, devices: readonly Placed[]): Promise<Map<string, Configured>> {
  const targets = devices.flatMap(({ id, deviceGroupId }) => [
    { id },
    ...(deviceGroupId === null ? [] : [{ id: deviceGroupId }]),
  ])
  if (targets.length === 0) return new Map()
  const rows = await db
    .selectFrom('configuration_uses')
    .innerJoin('device_configurations', 'device_configurations.id', 'configuration_uses.configurationId')
    .select([
      'configuration_uses.id',
      'orientation',
      'volume',
      'hours',
      'volumeTimes',
      'updates',
      'downloadMbit',
      'downloadHours',
      'shareFiles',
      'region',
    ])
    .where('configuration_uses.id', 'in', anyOf(db, targets))
    .execute()
  const byTarget = new Map(
    rows.map((row) => [row.id, { configuration: screenConfiguration(row), region: readRegion(row.region) }]),
  )
  const found = new Map<string, Configured>()
  for (const { id, deviceGroupId } of devices) {
    const configuration = byTarget.get(id) ?? byTarget.get(deviceGroupId ?? '')
    if (configuration) found.set(id, configuration)
  }
  return found
}

/** What a stored column says screens speak. */
export const readRegion = (stored: string | null): Region =>
  stored === null ? NO_REGION : { ...NO_REGION, ...(JSON.parse(stored) as Region) }

/** The part of a stored configuration that screens follow. */
export const screenConfiguration = (row: {
  orientation: number
  volume: number
  hours: string | null
  volumeTimes: string | null
  updates: string | null
  downloadMbit: number | null
  downloadHours: string | null
  shareFiles: number
}): ScreenConfiguration =>
  ScreenConfiguration.parse({
    orientation: row.orientation,
    volume: row.volume,
    hours: row.hours === null ? null : JSON.parse(row.hours),
    // Absent where there is none: such manifests keep their hash.
    ...(row.volumeTimes !== null && { volumeTimes: JSON.parse(row.volumeTimes) }),
    ...(row.updates !== null && { updates: JSON.parse(row.updates) }),
    ...(row.downloadMbit !== null && { downloadMbit: row.downloadMbit }),
    ...(row.downloadHours !== null && { downloadHours: JSON.parse(row.downloadHours) }),
    ...(row.shareFiles === 1 && { shareFiles: true }),
  })

/** A stored wall; the place of a screen that is in its group no more has none. */
export function storedWall(stored: string | null, members: ReadonlySet<string>): VideoWall | null {
  if (stored === null) return null
  const wall = JSON.parse(stored) as VideoWall
  return { ...wall, screens: wall.screens.map((id) => (id !== null && members.has(id) ? id : null)) }
}

/** The parts of video walls that screens show, by screen. */
export async function wallPartsOf(db: Db, devices: readonly Placed[]): Promise<Map<string, WallPart>> {
  const groups = [...new Set(devices.flatMap(({ deviceGroupId }) => deviceGroupId ?? []))].map((id) => ({
    id,
  }))
  if (groups.length === 0) return new Map()
  const rows = await db
    .selectFrom('device_groups')
    .select(['id', 'wall'])
    .where('id', 'in', anyOf(db, groups))
    .where('wall', 'is not', null)
    .execute()
  const walls = new Map(rows.map(({ id, wall }) => [id, JSON.parse(wall ?? '') as VideoWall]))
  const parts = new Map<string, WallPart>()
  for (const { id, deviceGroupId } of devices) {
    const wall = walls.get(deviceGroupId ?? '')
    const place = wall?.screens.indexOf(id) ?? -1
    if (wall && place >= 0) parts.set(id, wallPart(wall, place))
  }
  return parts
}

/** The sites that screens of these organizations may open, by organization. */
export async function sitesOf(
  tx: Db,
  devices: readonly { organizationId: string }[],
): Promise<Map<string, string[]>> {
  const ids = [...new Set(devices.map(({ organizationId }) => organizationId))].map((id) => ({ id }))
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('allowed_sites')
    .select(['organizationId', 'host'])
    .where('organizationId', 'in', anyOf(tx, ids))
    .orderBy('host')
    .execute()
  const sites = Map.groupBy(rows, ({ organizationId }) => organizationId)
  return new Map([...sites].map(([id, own]) => [id, own.map(({ host }) => host)]))
}
