import type { ListQuery } from '@vitrine/contract/api/base/entity'
import type { DeviceState } from '@vitrine/contract/api/screens/device-facets'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { listRows } from '#base/list.ts'
import { taggedWith, tagMatching } from '#base/tags/queries.ts'
import { anyOf } from '#db/database.ts'
import { jsonNumber } from '#db/json-value.ts'
import { nameContains } from '#db/lists/name-search.ts'
import type { Db } from '#db/schema.ts'
import { planForAll } from '#screens/status/plan.ts'
import { type DeviceRow, devicesOf, selectDevices } from './device-rows.ts'
import { defaultStoryboard, facetsOf, partsAt, playingMatching, severityAt, statesAt } from './states.ts'

interface Filters {
  only?: DeviceState
  ids?: readonly string[]
  buildingId?: string
  floorId?: string
  /** `none`: screens without a group. */
  deviceGroupId?: string
  tag?: string
}

export async function listDevices(
  db: Db,
  { only, ids, buildingId, floorId, deviceGroupId, tag, ...query }: ListQuery & Filters,
  now: number,
): Promise<{ devices: Device[]; total?: number }> {
  const states = statesAt(db, now)
  const isByState = query.sort?.replace(/^-/, '') === 'state'
  const plan = only || isByState ? await planForAll(db, now) : undefined
  const facets = only && plan && facetsOf(partsAt(db, plan))
  const select = selectDevices(db, now)
    .$if(facets !== undefined, (rows) => rows.where(facets?.[only ?? 'problems'] ?? sql<boolean>`true`))
    .$if(ids !== undefined, (rows) =>
      rows.where(
        'devices.id',
        'in',
        anyOf(
          db,
          (ids ?? []).map((id) => ({ id })),
        ),
      ),
    )
    .$if(floorId !== undefined, (rows) => rows.where('devices.floorId', '=', floorId ?? ''))
    .$if(buildingId !== undefined, (rows) =>
      rows.where(
        'devices.floorId',
        'in',
        db
          .selectFrom('floors')
          .select('floors.id')
          .where('floors.buildingId', '=', buildingId ?? ''),
      ),
    )
    .$if(deviceGroupId !== undefined, (rows) =>
      deviceGroupId === 'none'
        ? rows.where('devices.deviceGroupId', 'is', null)
        : rows.where('devices.deviceGroupId', '=', deviceGroupId ?? ''),
    )
    .$if(tag !== undefined, (rows) => rows.where('devices.id', 'in', taggedWith(db, 'device', tag ?? '')))
  const { rows, total } = await listRows(db, select, 'devices', query, {
    search: ['nameKey'],
    searchElsewhere: async (word) => ({
      ...(await tagMatching(db, 'device')(word)),
      where: [...(await groupsMatching(db, word)), ...(await playingMatching(db, word))],
    }),
    sort: {
      name: 'nameOrder',
      connection: states.connection,
      content: states.content,
      state: plan ? severityAt(db, plan) : 'nameKey',
      seen: sql`"device_states"."lastSeenAt"`,
      playing: states.playing,
      default: defaultStoryboard(db),
      group: sql`"device_groups"."nameOrder"`,
      size: jsonNumber(db, 'device_states.screen', 'width'),
      type: 'type',
      screenSize: 'screenSize',
      createdAt: 'createdAt',
      updatedAt: 'updatedAt',
    },
  })
  return { devices: await devicesOf(db, rows as DeviceRow[], now), total }
}

/** Conditions for the screens of groups whose name contains a word. */
async function groupsMatching(db: Db, word: string): Promise<RawBuilder<SqlBool>[]> {
  const found = await db
    .selectFrom('device_groups')
    .select('id')
    .where(nameContains('device_groups', word))
    .execute()
  return found.length > 0 ? [sql<SqlBool>`"devices"."deviceGroupId" in ${anyOf(db, found)}`] : []
}

export const devicesAmong = (db: Db, ids: readonly { id: string }[]) =>
  db.selectFrom('devices').select(['id', 'organizationId']).where('id', 'in', anyOf(db, ids)).execute()
