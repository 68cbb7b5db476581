import type { FloorPlace, FloorPlan } from '@vitrine/contract/api/places/floors'
import { rule } from '@vitrine/contract/rules'
import { saveReferences } from '#base/references/queries.ts'
import { fileUrl } from '#content/media/queries.ts'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { shown } from '#db/scoped.ts'
import type { FloorPlacesTable, FloorsTable } from '#db/tables/devices.ts'
import { invalid, notFound } from '#lib/errors.ts'
import { updateDevice } from '#screens/devices/queries.ts'

const MISSING = 'Floor not found'

export async function getFloor(db: Db, id: string): Promise<FloorsTable> {
  const floor = await db.selectFrom('floors').selectAll().where('id', '=', id).executeTakeFirst()
  if (!floor) throw notFound(MISSING)
  return floor
}

export const floorsAmong = (db: Db, ids: readonly { id: string }[]) =>
  db.selectFrom('floors').select(['id', 'organizationId']).where('id', 'in', anyOf(db, ids)).execute()

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
  const media = mediaId === null ? [] : [mediaId]
  await saveReferences(db, organizationId, { kind: 'floor', id }, { media }, 'mediaId')
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

/** Where some screens are on plans, by screen. */
export async function placesOf(
  db: Db,
  devices: readonly { id: string }[],
): Promise<Map<string, FloorPlacesTable>> {
  const rows = await db.selectFrom('floor_places').selectAll().where('id', 'in', anyOf(db, devices)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The images among some media, by id. */
export async function plansOf(db: Db, mediaIds: readonly string[]): Promise<Map<string, FloorPlan>> {
  const wanted = mediaIds.map((id) => ({ id }))
  const rows = await shown(db)
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
