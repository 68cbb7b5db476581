import type { HeldValue, ValueOwner } from '@vitrine/contract/api/screens/screen-values'
import {
  SCREEN_KEY,
  type ScreenValue,
  screenRows,
  shownValues,
  sourcesForScreen,
  sourcesOfValues,
} from '@vitrine/contract/document/screen-values'
import type { RowsByKey, SourceData } from '@vitrine/contract/document/source-data'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { loadSource } from '#db/sources.ts'
import type { ScreenFieldsTable } from '#db/tables/screen-values.ts'

/** What a screen's values follow from. */
interface Valued {
  id: string
  organizationId: string
  floorId: string | null
}

type Field = Pick<ScreenFieldsTable, 'id' | 'organizationId' | 'name' | 'kind' | 'source'>

/** The values of some buildings, floors, or screens, by the id of their owner. */
export async function ownValues(
  db: Db,
  owner: ValueOwner,
  ids: Iterable<string>,
): Promise<Map<string, HeldValue[]>> {
  const column = `${owner}Id` as const
  const wanted = [...ids].map((id) => ({ id }))
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('screen_values')
    .select([`screen_values.${column} as ownerId`, 'fieldId', 'value'])
    .where(`screen_values.${column}`, 'in', anyOf(db, wanted))
    .execute()
  const found = new Map<string, HeldValue[]>()
  for (const { ownerId, fieldId, value } of rows)
    if (ownerId !== null) found.set(ownerId, [...(found.get(ownerId) ?? []), { fieldId, value, from: owner }])
  return found
}

const idsOf = (ids: readonly (string | null | undefined)[]) =>
  new Set(ids.flatMap((id) => (typeof id === 'string' ? [id] : [])))

/** The values of screens: their own, then those of their floor, then those of its building. */
export async function heldValues(db: Db, devices: readonly Valued[]): Promise<Map<string, HeldValue[]>> {
  const floorIds = idsOf(devices.map(({ floorId }) => floorId))
  const floors =
    floorIds.size > 0
      ? await db
          .selectFrom('floors')
          .select(['id', 'buildingId'])
          .where(
            'id',
            'in',
            anyOf(
              db,
              [...floorIds].map((id) => ({ id })),
            ),
          )
          .execute()
      : []
  const buildings = new Map(floors.map(({ id, buildingId }) => [id, buildingId]))
  const ofBuildings = await ownValues(db, 'building', idsOf([...buildings.values()]))
  const ofFloors = await ownValues(db, 'floor', floorIds)
  const own = await ownValues(db, 'device', idsOf(devices.map(({ id }) => id)))
  return new Map(
    devices.map(({ id, floorId }) => {
      const layers = [
        ofBuildings.get(buildings.get(floorId ?? '') ?? ''),
        ofFloors.get(floorId ?? ''),
        own.get(id),
      ]
      return [
        id,
        [...new Map(layers.flatMap((layer) => (layer ?? []).map((held) => [held.fieldId, held]))).values()],
      ]
    }),
  )
}

/** The fields of organizations, by name. */
async function fieldsOf(db: Db, organizationIds: Iterable<string>): Promise<Field[]> {
  return db
    .selectFrom('screen_fields')
    .select(['id', 'organizationId', 'name', 'kind', 'source'])
    .where(
      'organizationId',
      'in',
      anyOf(
        db,
        [...organizationIds].map((id) => ({ id })),
      ),
    )
    .orderBy('nameKey')
    .execute()
}

/** The values of screens as texts show them. Omits screens of organizations without fields. */
export async function valuesOf(db: Db, devices: readonly Valued[]): Promise<Map<string, ScreenValue[]>> {
  const organizations = new Set(devices.map(({ organizationId }) => organizationId))
  const fields = organizations.size > 0 ? await fieldsOf(db, organizations) : []
  const byOrganization = Map.groupBy(fields, ({ organizationId }) => organizationId)
  const valued = devices.filter(({ organizationId }) => byOrganization.has(organizationId))
  const held = valued.length > 0 ? await heldValues(db, valued) : undefined
  return new Map(
    valued.map(({ id, organizationId }) => [
      id,
      shownValues(byOrganization.get(organizationId) ?? [], held?.get(id) ?? []),
    ]),
  )
}

/** The rows that a text needs on a screen. `db` is bound to its organization. */
export async function rowsOfScreen(
  db: Db,
  { deviceId }: { deviceId: string },
  text: string,
): Promise<RowsByKey> {
  const rows = new Map<string, SourceData>()
  const keys = sourcesForScreen(text)
  const device =
    keys.length > 0
      ? await db
          .selectFrom('devices')
          .select(['id', 'organizationId', 'floorId'])
          .where('id', '=', deviceId)
          .executeTakeFirst()
      : undefined
  if (!device) return () => undefined
  const values = (await valuesOf(db, [device])).get(deviceId) ?? []
  for (const key of new Set([...keys, ...sourcesOfValues(values)])) {
    const data = key === SCREEN_KEY ? screenRows(values) : await loadSource(db, key)
    if (data) rows.set(key, data)
  }
  return (key) => rows.get(key)
}
