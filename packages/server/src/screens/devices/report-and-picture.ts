import type { DeviceReport } from '@vitrine/contract/api/screens/devices'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { notFound } from '#lib/errors.ts'
import type { Seal } from '#lib/security/seal.ts'
import { CLONED_MS } from '#screens/reports/clones.ts'
import type { ReportDetail } from '#screens/reports/report.ts'

/** A screen's last report; null before the first. */
export async function reportOfDevice(
  { db, seal }: { db: Db; seal: Seal },
  id: string,
  now: number,
  mayChange: boolean,
): Promise<DeviceReport | null> {
  const { pin } = await db.selectFrom('devices').select('pin').where('id', '=', id).executeTakeFirstOrThrow()
  const state = await db
    .selectFrom('device_states')
    .select(['download', 'errors', 'shownGroupAt', 'shownDeviceAt', 'detail'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!state) return null
  const { clonedAt, startedAt, storage, clockError, machine } = JSON.parse(state.detail) as ReportDetail
  return {
    download: JSON.parse(state.download) as DeviceReport['download'],
    errors: JSON.parse(state.errors) as DeviceReport['errors'],
    startedAt,
    storage,
    clockError,
    machine,
    shownAt: { group: state.shownGroupAt, device: state.shownDeviceAt },
    isCloned: clonedAt !== undefined && now - clonedAt < CLONED_MS,
    pin: mayChange && pin ? seal.open('device-pin', id, pin) : null,
  }
}

/** A screen's latest screenshot. Throws NOT_FOUND if there is none. */
export async function pictureOf(
  db: Db,
  id: string,
): Promise<{ mimetype: string; bytes: Buffer; takenAt: number }> {
  const row = await db
    .selectFrom('pictures')
    .select(['mimetype', 'image', 'takenAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('This screen has no screenshot yet')
  return { mimetype: row.mimetype, bytes: Buffer.from(row.image, 'base64'), takenAt: row.takenAt }
}

/** The given screens whose screenshot is missing or older than an instant. */
export async function withOldPicture(db: Db, ids: readonly string[], before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('devices')
    .leftJoin('pictures', 'pictures.id', 'devices.id')
    .select(['devices.id', 'pictures.takenAt'])
    .where(
      'devices.id',
      'in',
      anyOf(
        db,
        ids.map((id) => ({ id })),
      ),
    )
    .execute()
  return rows.filter(({ takenAt }) => takenAt === null || takenAt < before).map(({ id }) => id)
}
