import type { FloorPlace, FloorPlan, FloorWithDevices } from '@vitrine/contract/api/places/floors'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { rule } from '@vitrine/contract/rules'
import { saveMediaUses } from '#base/uses/queries.ts'
import { fileUrl } from '#content/media/queries.ts'
import { anyIn, anyOf, idList, lockRow } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'
import type { Db } from '#db/schema.ts'
import type { FloorPlacesTable, FloorsTable } from '#db/tables/devices.ts'
import { invalid, notFound } from '#lib/errors.ts'
import { mapPaced } from '#lib/work/pace.ts'
import { updateDevice } from '#screens/devices/queries.ts'

const MISSING = 'Floor not found'

export async function getFloor(db: Db, id: string): Promise<FloorsTable> {
  const floor = await db.selectFrom('floors').selectAll().where('id', '=', id).executeTakeFirst()
  if (!floor) throw notFound(MISSING)
  return floor
}

/** `db` is bound to the floor's organization. Throws INVALID unless the media item is an image in it. */
export async function setPlan(db: Db, floor: FloorsTable, mediaId: string | null): Promise<void> {
  const { id, organizationId } = floor
  // Deleting the floor also deletes the use: the lock orders the two.
  await lockRow(db, 'floors', id)
  const saved = await db
    .updateTable('floors')
    .set({ planId: mediaId })
    .where('id', '=', id)
    .executeTakeFirst()
  if (Number(saved.numUpdatedRows) === 0) throw notFound(MISSING)
  const wanted = mediaId === null ? [] : [mediaId]
  await saveMediaUses(db, organizationId, { kind: 'floor', id }, wanted, 'mediaId')
  if (mediaId !== null && !(await plansOf(db, [mediaId])).has(mediaId))
    throw invalid({ mediaId: rule('invalid') })
}

/** `db` is bound to the floor's organization. Returns whether the screen moved to this floor. */
export async function placeDevice(
  db: Db,
  floor: FloorsTable,
  { deviceId, place }: { deviceId: string; place: FloorPlace | null },
  now: number,
): Promise<boolean> {
  await lockRow(db, 'devices', deviceId)
  const device = await db
    .selectFrom('devices')
    .select(['id', 'name', 'floorId'])
    .where('id', '=', deviceId)
    .executeTakeFirst()
  if (!device) throw invalid({ deviceId: rule('unknown') })
  if (place === null) {
    await db.deleteFrom('floor_places').where('id', '=', deviceId).where('floorId', '=', floor.id).execute()
    return false
  }
  const moves = device.floorId !== floor.id
  if (moves) await updateDevice(db, deviceId, { name: device.name, floorId: floor.id }, now)
  const { x, y, facing } = place
  const where = { floorId: floor.id, x, y, facing }
  await db
    .insertInto('floor_places')
    .values({ id: deviceId, deviceId, organizationId: floor.organizationId, ...where })
    .onConflict((there) => there.column('id').doUpdateSet(where))
    .execute()
  return moves
}

const placesOn = prepared((db, { ids }: { ids: string }) =>
  db.selectFrom('floor_places').selectAll().where('floorId', 'in', anyIn(db, ids)),
)

/** The images among some media, by id. */
async function plansOf(db: Db, mediaIds: readonly string[]): Promise<Map<string, FloorPlan>> {
  const wanted = mediaIds.map((id) => ({ id }))
  const rows = await db
    .selectFrom('media')
    .select(['id', 'name', 'sha256', 'width', 'height'])
    .where('id', 'in', anyOf(db, wanted))
    .where('mimetype', 'like', 'image/%')
    .where('cardId', 'is', null)
    .execute()
  return new Map(
    rows.map(({ id, name, sha256, width, height }) => [
      id,
      { mediaId: id, name, url: fileUrl(id, sha256), width, height },
    ]),
  )
}

/** Floors with their plans, and their screens with places. */
export async function withDevices(
  db: Db,
  floors: readonly Pick<FloorsTable, 'id' | 'name' | 'planId'>[],
  onFloor: ReadonlyMap<string | null, readonly Device[]>,
): Promise<Map<string, FloorWithDevices>> {
  if (floors.length === 0) return new Map()
  const planIds = floors.flatMap(({ planId }) => planId ?? [])
  const plans = planIds.length > 0 ? await plansOf(db, planIds) : new Map<string, FloorPlan>()
  const places = new Map((await placesOn(db, { ids: idList(floors) })).map((place) => [place.id, place]))
  return new Map(
    await mapPaced(floors, ({ id, name, planId }) => {
      const plan = plans.get(planId ?? '') ?? null
      const own = onFloor.get(id) ?? []
      const placed = own.map((device) => ({ ...device, place: placeOf(places.get(device.id), id) }))
      return [id, { id, name, planId, plan, devices: placed }]
    }),
  )
}

/** A screen that moved to another floor keeps its old place, which isn't shown. */
function placeOf(row: FloorPlacesTable | undefined, floorId: string): FloorPlace | null {
  if (row?.floorId !== floorId) return null
  const { x, y, facing } = row
  return { x, y, facing }
}
