import type { ListQuery } from '@vitrine/contract/api/base/entity'
import type { ScreenSize } from '@vitrine/contract/api/content/layouts'
import type {
  DeviceConfiguration,
  DeviceConfigurationInput,
} from '@vitrine/contract/api/screens/device-configurations'
import type { DeviceType } from '@vitrine/contract/api/screens/devices'
import type { Size } from '@vitrine/contract/document/sizes'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import { sql } from 'kysely'
import { listRows } from '#base/list.ts'
import { readRegion } from '#base/region.ts'
import { anyOf, lockRow } from '#db/database.ts'
import { jsonText } from '#db/json-value.ts'
import type { Db } from '#db/schema.ts'
import type { DeviceConfigurationsTable } from '#db/tables/devices.ts'
import { writeVersion } from '#db/versions.ts'
import { invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { screenConfiguration } from '#playback/configurations.ts'

export async function listConfigurations(
  db: Db,
  query: ListQuery,
): Promise<{ configurations: DeviceConfiguration[]; total?: number }> {
  const { rows, total } = await listRows(
    db,
    db.selectFrom('device_configurations').selectAll('device_configurations'),
    'device_configurations',
    query,
    {
      search: ['nameKey'],
      sort: {
        name: 'nameOrder',
        type: 'type',
        size: 'screenSize',
        volume: 'volume',
        hours: jsonText(db, 'device_configurations.hours', 'on'),
        uses: sql`(select count(*) from "configuration_uses"
          where "configuration_uses"."configurationId" = "device_configurations"."id")`,
        createdAt: 'createdAt',
        updatedAt: 'updatedAt',
      },
    },
  )
  return { configurations: await withUses(db, rows), total }
}

export async function getConfiguration(db: Db, id: string): Promise<DeviceConfiguration> {
  const row = await db.selectFrom('device_configurations').selectAll().where('id', '=', id).executeTakeFirst()
  const [configuration] = row ? await withUses(db, [row]) : []
  if (!configuration) throw notFound('Configuration not found')
  return configuration
}

/** Returns the screens whose configuration changed. */
export async function createConfiguration(
  db: Db,
  organizationId: string,
  input: DeviceConfigurationInput,
  now: string,
): Promise<{ id: string; screens: string[] }> {
  const id = newId()
  await db
    .insertInto('device_configurations')
    .values({
      id,
      organizationId,
      shareFiles: 0,
      ...columns(input),
      version: 1,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  await saveUses(db, id, organizationId, input)
  return { id, screens: await screensOf(db, id) }
}

/** Returns the screens that had it, or have it now. */
export async function updateConfiguration(
  db: Db,
  { id, organizationId }: DeviceConfiguration,
  input: DeviceConfigurationInput,
  now: string,
): Promise<string[]> {
  await lockRow(db, 'device_configurations', id)
  const before = await screensOf(db, id)
  await writeVersion(db, 'device_configurations', { id, seen: input.version, now }, columns(input))
  await saveUses(db, id, organizationId, input)
  return [...new Set([...before, ...(await screensOf(db, id))])]
}

export async function deleteConfiguration(db: Db, id: string): Promise<string[]> {
  const screens = await screensOf(db, id)
  await db.deleteFrom('device_configurations').where('id', '=', id).execute()
  return screens
}

export const configurationExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('device_configurations').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined

/** Replaces a screen's configuration; null removes it. */
export async function assignConfiguration(
  db: Db,
  {
    deviceId,
    organizationId,
    configurationId,
  }: { deviceId: string; organizationId: string; configurationId: string | null },
): Promise<void> {
  await db.deleteFrom('configuration_uses').where('id', '=', deviceId).execute()
  if (configurationId === null) return
  await db
    .insertInto('configuration_uses')
    .values({ id: deviceId, organizationId, configurationId, deviceId, deviceGroupId: null })
    .execute()
}

const columns = ({
  name,
  type,
  screenSize,
  otherSize,
  orientation,
  volume,
  hours,
  volumeTimes,
  updates,
  downloadMbit,
  downloadHours,
  shareFiles,
  region,
}: DeviceConfigurationInput) => ({
  name,
  nameKey: searchKey(name),
  type,
  screenSize,
  ...(otherSize !== undefined && { otherSize: otherSize && JSON.stringify(otherSize) }),
  orientation,
  volume,
  hours: hours && JSON.stringify(hours),
  ...(volumeTimes !== undefined && { volumeTimes: volumeTimes && JSON.stringify(volumeTimes) }),
  ...(updates !== undefined && { updates: updates && JSON.stringify(updates) }),
  ...(downloadMbit !== undefined && { downloadMbit }),
  ...(downloadHours !== undefined && { downloadHours: downloadHours && JSON.stringify(downloadHours) }),
  ...(shareFiles !== undefined && { shareFiles: shareFiles ? 1 : 0 }),
  ...(region && { region: JSON.stringify(region) }),
})

/** Screens that have the configuration themselves or through their group. */
async function screensOf(db: Db, id: string): Promise<string[]> {
  const uses = await db
    .selectFrom('configuration_uses')
    .select(['deviceId', 'deviceGroupId'])
    .where('configurationId', '=', id)
    .execute()
  const groups = uses.flatMap(({ deviceGroupId }) => (deviceGroupId ? [{ id: deviceGroupId }] : []))
  const inGroups = groups.length
    ? await db.selectFrom('devices').select('id').where('deviceGroupId', 'in', anyOf(db, groups)).execute()
    : []
  return [...uses.flatMap(({ deviceId }) => deviceId ?? []), ...inGroups.map((device) => device.id)]
}

type Uses = Pick<DeviceConfigurationInput, 'devices' | 'deviceGroups'>

async function saveUses(
  db: Db,
  configurationId: string,
  organizationId: string,
  { devices, deviceGroups }: Uses,
): Promise<void> {
  if (devices) await replaceUses(db, 'devices', { configurationId, organizationId }, devices)
  if (deviceGroups) await replaceUses(db, 'device_groups', { configurationId, organizationId }, deviceGroups)
}

/** Assigns the configuration to exactly these devices or groups, moving those that had another one. */
async function replaceUses(
  db: Db,
  kind: 'devices' | 'device_groups',
  { configurationId, organizationId }: { configurationId: string; organizationId: string },
  sent: readonly string[],
): Promise<void> {
  const ids = [...new Set(sent)].map((id) => ({ id }))
  const column = kind === 'devices' ? 'deviceId' : 'deviceGroupId'
  await db
    .deleteFrom('configuration_uses')
    .where('configurationId', '=', configurationId)
    .where(column, 'is not', null)
    .execute()
  if (ids.length === 0) return
  const known = await db.selectFrom(kind).select('id').where('id', 'in', anyOf(db, ids)).execute()
  if (known.length < ids.length)
    throw invalid({ [kind === 'devices' ? 'devices' : 'deviceGroups']: rule('unknown') })
  await db.deleteFrom('configuration_uses').where('id', 'in', anyOf(db, ids)).execute()
  for (const { id } of ids)
    await db
      .insertInto('configuration_uses')
      .values({
        id,
        organizationId,
        configurationId,
        deviceId: kind === 'devices' ? id : null,
        deviceGroupId: kind === 'devices' ? null : id,
      })
      .execute()
}

async function withUses(db: Db, rows: DeviceConfigurationsTable[]): Promise<DeviceConfiguration[]> {
  if (rows.length === 0) return []
  const uses = await db
    .selectFrom('configuration_uses')
    .selectAll()
    .where('configurationId', 'in', anyOf(db, rows))
    .orderBy('id')
    .execute()
  const byConfiguration = Map.groupBy(uses, ({ configurationId }) => configurationId)
  return rows.map((row) => {
    const own = byConfiguration.get(row.id) ?? []
    return {
      ...row,
      volumeTimes: null,
      updates: null,
      downloadHours: null,
      shareFiles: false,
      ...screenConfiguration(row),
      region: readRegion(row.region),
      type: row.type as DeviceType,
      screenSize: row.screenSize as ScreenSize,
      otherSize: row.otherSize === null ? null : (JSON.parse(row.otherSize) as Size),
      devices: own.flatMap(({ deviceId }) => deviceId ?? []),
      deviceGroups: own.flatMap(({ deviceGroupId }) => deviceGroupId ?? []),
    }
  })
}
