import type { DeviceSession } from '#base/handler.ts'
import type { Db } from '#db/schema.ts'
import { notFound } from '#lib/errors.ts'
import { addressKey } from '#lib/http/address-key.ts'
import { networkOf } from '#lib/http/network-of.ts'
import { perServer } from '#lib/per-server.ts'
import { configurationsOf } from '#playback/configurations.ts'
import type { Publisher } from '#playback/publisher.ts'
import { isReachable } from '#screens/devices/queries.ts'
import type { Reports } from '#screens/reports/reports.ts'
import { SharedFiles } from './shared-files.ts'

/** Screens asked whether they have a file, and milliseconds to wait for the first responses. */
const ASKED_MAX = 6
const PATIENCE_MS = 1000
/** Maximum screens considered on a large site. */
const CANDIDATES_MAX = 60

type Call = Parameters<typeof networkOf>[0]
export interface Relay {
  publisher: Publisher
  reports: Reports
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
export async function mustBeNeighbor(
  db: Db,
  { reports }: Relay,
  site: string | null,
  deviceId: string,
): Promise<void> {
  const row = await db
    .selectFrom('devices')
    .leftJoin('device_states', 'device_states.id', 'devices.id')
    .select(['device_states.ip', 'device_states.reportedAt'])
    .where('devices.id', '=', deviceId)
    .executeTakeFirst()
  const ip = row && (reports.laterThan(deviceId, row.reportedAt)?.ip ?? row.ip)
  const isNear = site !== null && ip != null && siteOfAddress(ip) === site
  if (!isNear || !(await shares(db, deviceId))) throw notFound('Screen not found')
}

/** Asks some screens of the site whether they have the file, and calls `hold` for those that do. */
export async function askNeighbors(
  db: Db,
  { publisher, reports }: Relay,
  { site, sha256, asker }: { site: string; sha256: string; asker: DeviceSession },
  hold: (deviceId: string) => void,
): Promise<void> {
  const rows = await db
    .selectFrom('devices')
    .innerJoin('device_states', 'device_states.id', 'devices.id')
    .select(['devices.id', 'device_states.ip', 'device_states.reportedAt'])
    .where('devices.id', '!=', asker.deviceId)
    .where(({ eb, or }) =>
      or(['', '::ffff:'].map((before) => eb('device_states.ip', 'like', `${before}${site}%`))),
    )
    .orderBy('device_states.lastSeenAt', 'desc')
    .limit(CANDIDATES_MAX)
    .execute()
  const near = rows.flatMap(({ id, ip: written, reportedAt }) => {
    const ip = reports.laterThan(id, reportedAt)?.ip ?? written
    return ip !== null && siteOfAddress(ip) === site ? [id] : []
  })
  const { streams } = publisher
  const asked: Promise<void>[] = []
  for (const id of shuffled(near)) {
    if (asked.length === ASKED_MAX) break
    if (!(await isReachable(db, id, { streams, seen: reports.seen() }))) continue
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
