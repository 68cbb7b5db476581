import type { Region } from '@vitrine/contract/api/accounts/region'
import { ScreenConfiguration, type WallPart } from '@vitrine/contract/api/playback/manifest'
import type { VideoWall } from '@vitrine/contract/api/screens/video-wall'
import { wallPart } from '@vitrine/contract/player/wall-part'
import { readRegion } from '#base/region.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

interface Placed {
  id: string
  deviceGroupId: string | null
}

/** A configuration as screens use it, and its locale settings. */
export interface Configured {
  configuration: ScreenConfiguration
  region: Region
}

/** Configurations by device; a device's own overrides its group's. */
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

/** The part of a stored configuration that is sent to screens. */
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
    // Absent values are left out, so that such manifests keep their hash.
    ...(row.volumeTimes !== null && { volumeTimes: JSON.parse(row.volumeTimes) }),
    ...(row.updates !== null && { updates: JSON.parse(row.updates) }),
    ...(row.downloadMbit !== null && { downloadMbit: row.downloadMbit }),
    ...(row.downloadHours !== null && { downloadHours: JSON.parse(row.downloadHours) }),
    ...(row.shareFiles === 1 && { shareFiles: true }),
  })

/** Parses a stored wall; drops screens that have left its group. */
export function storedWall(stored: string | null, members: ReadonlySet<string>): VideoWall | null {
  if (stored === null) return null
  const wall = JSON.parse(stored) as VideoWall
  return { ...wall, screens: wall.screens.map((id) => (id !== null && members.has(id) ? id : null)) }
}

/** Video wall parts by screen. */
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

/** The sites that screens may open, by organization. */
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
