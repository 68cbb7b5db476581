import type { DeviceSession } from '#base/handler.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#lib/clock.ts'
import { notFound } from '#lib/errors.ts'
import { addressKey } from '#lib/http/address-key.ts'
import { networkOf } from '#lib/http/network-of.ts'
import { perServer } from '#lib/per-server.ts'
import { configurationsOf } from '#playback/configurations.ts'
import type { Publisher } from '#playback/publisher.ts'
import { isReachable } from '#screens/devices/queries.ts'
import { SharedFiles } from './shared-files.ts'

/** Screens asked whether they have a file, and milliseconds to wait for the first responses. */
const ASKED_MAX = 6
const PATIENCE_MS = 1000
/** Maximum screens considered on a large site. */
const CANDIDATES_MAX = 60

type Call = Parameters<typeof networkOf>[0]
interface Relay {
  publisher: Publisher
  clock: Clock
}

/**
 * Identifies the site that a screen calls from; null if unknown. One public address is one network. Private addresses
 * belong to a server inside the company, whose sites are /24 networks, or /64 in IPv6.
 */
export function siteOf(call: Call): string | null {
  const network = networkOf(call)
  if (network !== 'local') return network
  const key = addressKey(call.ip)
  return key.includes(':') ? key : key.split('.').slice(0, 3).join('.')
}

const siteOfAddress = (ip: string) => siteOf({ ip, headers: {} })

/** Whether a screen's configuration lets it share files. */
export async function shares(db: Db, deviceId: string): Promise<boolean> {
  const device = await db
    .selectFrom('devices')
    .select(['id', 'deviceGroupId'])
    .where('id', '=', deviceId)
    .executeTakeFirst()
  if (!device) return false
  const configured = await configurationsOf(db, [device])
  return configured.get(deviceId)?.configuration.shareFiles === true
}

/** A screen of the same organization and network that shares files too. Throws NOT_FOUND. */
export async function mustBeNeighbor(db: Db, site: string | null, deviceId: string): Promise<void> {
  const row = await db
    .selectFrom('devices')
    .leftJoin('device_states', 'device_states.id', 'devices.id')
    .select('device_states.ip')
    .where('devices.id', '=', deviceId)
    .executeTakeFirst()
  const isNear = site !== null && row?.ip != null && siteOfAddress(row.ip) === site
  if (!isNear || !(await shares(db, deviceId))) throw notFound('Screen not found')
}

/** Asks some screens of the site whether they have the file, and calls `hold` for those that do. */
export async function askNeighbors(
  db: Db,
  { publisher, clock }: Relay,
  { site, sha256, asker }: { site: string; sha256: string; asker: DeviceSession },
  hold: (deviceId: string) => void,
): Promise<void> {
  const rows = await db
    .selectFrom('devices')
    .innerJoin('device_states', 'device_states.id', 'devices.id')
    .select(['devices.id', 'device_states.ip'])
    .where('devices.id', '!=', asker.deviceId)
    .where(({ eb, or }) =>
      or(['', '::ffff:'].map((before) => eb('device_states.ip', 'like', `${before}${site}%`))),
    )
    .orderBy('device_states.lastSeenAt', 'desc')
    .limit(CANDIDATES_MAX)
    .execute()
  const near = rows.filter(({ ip }) => siteOfAddress(ip) === site).map(({ id }) => id)
  const { streams } = publisher
  const asked: Promise<void>[] = []
  for (const id of shuffled(near)) {
    if (asked.length === ASKED_MAX) break
    if (!(await isReachable(db, id, { streams, now: clock.now() }))) continue
    asked.push(
      publisher.commands
        .send(id, { kind: 'has-file', sha256 })
        .then(({ state }) => void (state === 'done' && hold(id))),
    )
  }
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS)
  })
  await Promise.race([patience, Promise.all(asked)])
  clearTimeout(timer)
}

function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map((each) => ({ each, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each)
}

export const sharedFilesOf = perServer((_publisher: Publisher) => new SharedFiles())
