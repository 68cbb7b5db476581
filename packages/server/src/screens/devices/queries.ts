import { SCREEN_SIZES, type ScreenSize } from '@vitrine/contract/api/content/layouts'
import { DEVICE_TYPES, type Device, type DeviceType } from '@vitrine/contract/api/screens/devices'
import type { ScreenFacts } from '@vitrine/contract/api/screens/screen-report'
import type { Size } from '@vitrine/contract/document/sizes'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import { sql } from 'kysely'
import { requireApproved } from '#content/storyboards/approval/queries.ts'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { readable } from '#db/scoped.ts'
import type { UnknownScreensTable } from '#db/tables/devices.ts'
import { writeVersion } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { invalid, notFound } from '#lib/errors.ts'
import { newId, newPin, newSecret } from '#lib/ids.ts'
import type { Seal } from '#lib/security/seal.ts'
import { hashSecret } from '#lib/security/tokens.ts'
import type { Streams } from '#playback/notices/streams.ts'
import { NO_SWITCH } from '#playback/switches/manual-switches.ts'
import { type Pairing, takePairing } from '#screens/pairings/queries.ts'
import { isOnline } from '#screens/status/queries.ts'
import { type DeviceRow, devicesOf, selectDevices } from './device-rows.ts'
import { freeSeat, seatScreen } from './seats.ts'
import { refuseInstants, type SwitchRequest } from './switches.ts'

export const MISSING = 'Screen not found'
/** Rows that are read and made within some milliseconds. */
const AT_ONCE = 300

export interface DeviceSettings {
  name: string
  type?: DeviceType
  screenSize?: ScreenSize
  otherSize?: Size | null
  deviceGroupId?: string | null | undefined
  floorId?: string | null | undefined
  version?: number
}

/** Every screen, by name. Other calls run in between. */
export async function allDevices(db: Db, now: number): Promise<Device[]> {
  const devices: Device[] = []
  for (let last: DeviceRow | undefined; ; ) {
    const next = selectDevices(db, now).orderBy('devices.nameOrder').orderBy('devices.id').limit(AT_ONCE)
    const { nameOrder, id } = last ?? {}
    const rows = await (last
      ? next.where(sql<boolean>`("devices"."nameOrder", "devices"."id") > (${nameOrder}, ${id})`)
      : next
    ).execute()
    devices.push(...(await devicesOf(db, rows, now)))
    if (rows.length < AT_ONCE) return devices
    last = rows.at(-1)
  }
}

/** A floor's screens, sorted by name. */
export async function devicesOnFloor(db: Db, floorId: string, now: number): Promise<Device[]> {
  const rows = selectDevices(db, now).where('devices.floorId', '=', floorId)
  return devicesOf(db, await rows.orderBy('devices.nameOrder').orderBy('devices.id').execute(), now)
}

/** The existing screens among the given ids. */
export async function devicesById(db: Db, ids: readonly string[], now: number): Promise<Device[]> {
  const wanted = anyOf(
    db,
    ids.map((id) => ({ id })),
  )
  return devicesOf(db, await selectDevices(db, now).where('devices.id', 'in', wanted).execute(), now)
}

export async function getDevice(db: Db, id: string, now: number): Promise<Device> {
  const row = await selectDevices(db, now).where('devices.id', '=', id).executeTakeFirst()
  const [device] = row ? await devicesOf(db, [row], now) : []
  if (!device) throw notFound(MISSING)
  return device
}

/** Whether `db` has a screen: as far as someone reaches it. */
export const isThere = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('devices').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Whether a command can be delivered: the screen has an open stream here, or is online through another process. */
export async function isReachable(
  db: Db,
  id: string,
  { streams, now }: { streams: Pick<Streams, 'of'>; now: number },
): Promise<boolean> {
  if (streams.of(id).length > 0) return true
  const online = db.selectFrom('device_states').select('id').where('id', '=', id).where(isOnline(now))
  return (await online.executeTakeFirst()) !== undefined
}

const NO_FACTS = { width: 1920, height: 1080, touch: false }

interface Sealing {
  db: Db
  /** For the PIN of the service corner. */
  seal: Seal
}

/** Makes a waiting screen a device of an organization, using a licence seat. */
export async function claimDevice(
  { db, seal }: Sealing,
  organizationId: string,
  pairing: Pairing,
  settings: DeviceSettings,
  now: number,
): Promise<string> {
  const licenceId = await freeSeat(db, organizationId, now)
  await refuseUnknownPlace(db, settings)
  const id = newId()
  const { name, type, screenSize, otherSize = null, deviceGroupId = null, floorId = null } = settings
  await db
    .insertInto('devices')
    .values({
      id,
      organizationId,
      name,
      nameKey: searchKey(name),
      type: type ?? (pairing.screen.touch ? DEVICE_TYPES.touch : DEVICE_TYPES.tv),
      screenSize: screenSize ?? closestSize(otherSize ?? pairing.screen),
      otherSize: otherSize && JSON.stringify(otherSize),
      licenceId,
      deviceGroupId,
      floorId,
      ...NO_SWITCH,
      tokenHash: pairing.secretHash,
      pin: seal.seal('device-pin', id, newPin()),
      version: 1,
      createdAt: isoTime(now),
      updatedAt: isoTime(now),
    })
    .execute()
  await takePairing(db, pairing, id)
  return id
}

/** A screen that waits for its player, which `replaceDevice` connects. It uses a seat, as connected ones do. */
export async function insertWaiting(
  db: Db,
  organizationId: string,
  settings: DeviceSettings,
  now: number,
): Promise<string> {
  const licenceId = await freeSeat(db, organizationId, now)
  const id = newId()
  const { name, type, screenSize, otherSize = null, deviceGroupId = null, floorId = null } = settings
  await db
    .insertInto('devices')
    .values({
      id,
      organizationId,
      name,
      nameKey: searchKey(name),
      type: type ?? DEVICE_TYPES.tv,
      screenSize: screenSize ?? closestSize(otherSize ?? NO_FACTS),
      otherSize: otherSize && JSON.stringify(otherSize),
      licenceId,
      deviceGroupId,
      floorId,
      ...NO_SWITCH,
      tokenHash: hashSecret(newSecret()),
      version: 1,
      createdAt: isoTime(now),
      updatedAt: isoTime(now),
    })
    .execute()
  return id
}

/**
 * Reconnects a screen that the database has lost under its old identity: its token works again. If another player has
 * that identity by now, that one is disconnected.
 */
export async function restoreDevice(
  { db, seal }: Sealing,
  organizationId: string,
  { id: tokenHash, deviceId: id, screen }: UnknownScreensTable,
  { name, deviceGroupId = null }: Pick<DeviceSettings, 'name' | 'deviceGroupId'>,
  now: number,
): Promise<void> {
  const present = await db.selectFrom('devices').select(['id', 'pin']).where('id', '=', id).executeTakeFirst()
  if (present) {
    await seatScreen(db, id, now)
    await retireToken(db, id, now)
    await db
      .updateTable('devices')
      .set({
        tokenHash,
        ...(present.pin === '' && { pin: seal.seal('device-pin', id, newPin()) }),
        updatedAt: isoTime(now),
      })
      .where('id', '=', id)
      .execute()
    await forgetReports(db, id)
    return
  }
  const facts = screen === null ? NO_FACTS : (JSON.parse(screen) as ScreenFacts)
  const licenceId = await freeSeat(db, organizationId, now)
  await refuseUnknownPlace(db, { deviceGroupId })
  await db
    .insertInto('devices')
    .values({
      id,
      organizationId,
      name,
      nameKey: searchKey(name),
      type: facts.touch ? DEVICE_TYPES.touch : DEVICE_TYPES.tv,
      screenSize: closestSize(facts),
      otherSize: null,
      licenceId,
      deviceGroupId,
      floorId: null,
      ...NO_SWITCH,
      tokenHash,
      pin: seal.seal('device-pin', id, newPin()),
      version: 1,
      createdAt: isoTime(now),
      updatedAt: isoTime(now),
    })
    .execute()
}

/** Replaces the hardware: the old machine's token is no longer valid. A screen without a seat needs one. */
export async function replaceDevice(
  { db, seal }: Sealing,
  id: string,
  pairing: Pairing,
  now: number,
): Promise<void> {
  await seatScreen(db, id, now)
  await retireToken(db, id, now)
  await takePairing(db, pairing, id)
  await db
    .updateTable('devices')
    .set({
      tokenHash: pairing.secretHash,
      pin: seal.seal('device-pin', id, newPin()),
      updatedAt: isoTime(now),
    })
    .where('id', '=', id)
    .execute()
  await forgetReports(db, id)
}

/** Absent fields stay unchanged. */
export async function updateDevice(db: Db, id: string, settings: DeviceSettings, now: number): Promise<void> {
  await refuseUnknownPlace(db, settings)
  const { name, type, screenSize, otherSize, deviceGroupId, floorId, version } = settings
  await writeVersion(
    db,
    'devices',
    { id, seen: version, now: isoTime(now) },
    {
      name,
      nameKey: searchKey(name),
      ...(type !== undefined && { type }),
      ...(screenSize !== undefined && { screenSize }),
      ...(otherSize !== undefined && { otherSize: otherSize && JSON.stringify(otherSize) }),
      ...(deviceGroupId !== undefined && { deviceGroupId }),
      ...(floorId !== undefined && { floorId }),
    },
  )
}

/** Plays a storyboard immediately, until the end chosen by the caller. Throws INVALID for an end in the past. */
export async function switchStory(
  db: Db,
  id: string,
  { storyboardId, end = 'next-slot', until }: SwitchRequest,
  by: string,
  now: number,
): Promise<void> {
  refuseInstants({ until }, now)
  await requireApproved(db, [storyboardId])
  await db
    .updateTable('devices')
    .set({
      overrideStoryboardId: storyboardId,
      overrideSince: now,
      overrideBy: by,
      overrideEnd: end,
      overrideUntil: until === undefined ? null : Math.round(until),
      // From this statement on, the manifest that the screen has is outdated.
      manifestHash: '',
      manifestAt: now,
      updatedAt: isoTime(now),
    })
    .where('id', '=', id)
    .execute()
}

export async function removeDevice(db: Db, id: string, now: number): Promise<void> {
  await retireToken(db, id, now)
  // The screen first: a report that is being written then finishes before this, and is deleted too.
  await db.deleteFrom('devices').where('id', '=', id).execute()
  await forgetReports(db, id)
}

/** Retires a token: the server answers it with DEVICE_UNPAIRED, on which a player erases its data. */
async function retireToken(db: Db, id: string, now: number): Promise<void> {
  // One at a time, or two calls would restore the same token; and first, or two that refer to it would deadlock.
  await lockRow(db, 'devices', id)
  const device = await db.selectFrom('devices').select('tokenHash').where('id', '=', id).executeTakeFirst()
  if (!device) throw notFound(MISSING)
  await retireHash(db, device.tokenHash, now)
}

export async function retireHash(db: Db, tokenHash: string, now: number): Promise<void> {
  await db
    .insertInto('former_tokens')
    .values({ id: tokenHash, at: now })
    .onConflict((there) => there.column('id').doNothing())
    .execute()
}

async function forgetReports(db: Db, id: string): Promise<void> {
  await db.deleteFrom('device_states').where('id', '=', id).execute()
  await db.deleteFrom('pictures').where('id', '=', id).execute()
}

/** A default name such as `Screen 3`: the first free number above the count of screens. */
export async function suggestedName(db: Db, organizationId: string): Promise<string> {
  const rows = await db
    .selectFrom('devices')
    .select('nameKey')
    .where('organizationId', '=', organizationId)
    .execute()
  const taken = new Set(rows.map((row) => row.nameKey))
  let number = rows.length + 1
  while (taken.has(searchKey(`Screen ${number}`))) number++
  return `Screen ${number}`
}

/** A screen can keep, and get, a group or place that its caller can read. */
export async function refuseUnknownPlace(
  db: Db,
  { deviceGroupId, floorId }: Pick<DeviceSettings, 'deviceGroupId' | 'floorId'>,
): Promise<void> {
  const exists = async (table: 'device_groups' | 'floors', id: string) =>
    (await readable(db).selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  if (deviceGroupId) {
    await lockRow(db, 'device_groups', deviceGroupId)
    if (!(await exists('device_groups', deviceGroupId))) throw invalid({ deviceGroupId: rule('unknown') })
  }
  if (floorId && !(await exists('floors', floorId))) throw invalid({ floorId: rule('unknown') })
}

/** The known size whose aspect ratio is closest to the screen's. */
function closestSize({ width, height }: Size): ScreenSize {
  const shape = Math.log((width || 1) / (height || 1))
  const sizes = Object.entries(SCREEN_SIZES).map(([size, { width, height }]) => ({
    size: Number(size) as ScreenSize,
    distance: Math.abs(Math.log(width / height) - shape),
  }))
  return sizes.reduce((best, each) => (each.distance < best.distance ? each : best)).size
}
