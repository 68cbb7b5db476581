import { isIPv6 } from 'node:net'
import { ScreenHeader, UnknownFacts, type UnknownScreen } from '@vitrine/contract/api/screens/unknown-screens'
import { isId } from '@vitrine/contract/id'
import type { Db } from '#db/schema.ts'
import type { UnknownScreensTable } from '#db/tables/devices.ts'
import { isoTime } from '#lib/clock.ts'
import { notFound } from '#lib/errors.ts'
import { RateLimit } from '#lib/http/rate-limit.ts'
import { perServer } from '#lib/per-server.ts'

const MINUTE = 60_000
/** Milliseconds to list a screen after its last call. */
const FORGET_AFTER = 30 * 24 * 60 * MINUTE
/** Tokens can be forged. Maximum unproven rows in total and per network, and new ones per network and period. */
const UNPROVEN_MAX = 200
const UNPROVEN_OF_NETWORK = 20
/** Proven tokens need the installation's key, so this limit of an organization is for the size of its fleet. */
const PROVEN_MAX = 20_000
/** Minimum milliseconds between two writes of a row. */
const WRITE_EVERY = MINUTE
const REMEMBERED = 5000

interface Knock {
  hash: string
  deviceId: string
  organizationId: string | null
  address: string
  userAgent: string
  /** The raw header SCREEN_HEADER, with which a heartbeat describes its screen. */
  facts: string
}

/** Recently recorded calls: most need no database access. */
const notedOn = perServer((_db: Db) => ({
  written: new Map<string, { at: number; isDescribed: boolean }>(),
  ofNetwork: new RateLimit(UNPROVEN_OF_NETWORK, 10 * MINUTE),
}))

/** Records the call of a screen that the database doesn't know. Never responds to it. */
export async function noteUnknownScreen(db: Db, knock: Knock, now: number): Promise<void> {
  const { hash, deviceId, organizationId, address } = knock
  if (!isId(deviceId)) return
  const { written, ofNetwork } = notedOn(db)
  const facts = factsOf(knock)
  const last = written.get(hash)
  const isNews = facts !== undefined && !last?.isDescribed
  if (last && now - last.at < WRITE_EVERY && now >= last.at && !isNews) return
  // Checked before any write: strangers may call at any rate.
  const network = networkOf(address)
  if (!last && organizationId === null) {
    if (ofNetwork.isReached(network, now)) return
    ofNetwork.hit(network, now)
  }
  const updated = await db
    .updateTable('unknown_screens')
    .set({ lastSeenAt: now, address, ...facts })
    .where('id', '=', hash)
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) {
    if (!(await hasRoom(db, organizationId, network, now))) return
    await db
      .insertInto('unknown_screens')
      .values({
        ...{ id: hash, deviceId, organizationId, address, firstSeenAt: now, lastSeenAt: now },
        ...{ name: '', screen: null, ...facts },
      })
      .onConflict((there) => there.column('id').doNothing())
      .execute()
  }
  if (written.size >= REMEMBERED) written.clear()
  written.set(hash, { at: now, isDescribed: isNews || (last?.isDescribed ?? false) })
}

function factsOf({ facts, userAgent }: Knock): { name: string; screen: string } | undefined {
  try {
    const { name, ...screen } = ScreenHeader.parse(JSON.parse(decodeURIComponent(facts)))
    return { name, screen: JSON.stringify({ ...screen, userAgent: userAgent.slice(0, 500) }) }
  } catch {
    return undefined
  }
}

/**
 * Whether another row may be added. Strangers only fill their own share: the network with the most rows loses its
 * oldest.
 */
async function hasRoom(
  db: Db,
  organizationId: string | null,
  network: string,
  now: number,
): Promise<boolean> {
  await db
    .deleteFrom('unknown_screens')
    .where('lastSeenAt', '<', now - FORGET_AFTER)
    .execute()
  if (organizationId !== null) {
    const { count } = await db
      .selectFrom('unknown_screens')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('organizationId', '=', organizationId)
      .executeTakeFirstOrThrow()
    return Number(count) < PROVEN_MAX
  }
  const rows = await db
    .selectFrom('unknown_screens')
    .select(['id', 'address', 'lastSeenAt'])
    .where('organizationId', 'is', null)
    .orderBy('lastSeenAt')
    .execute()
  const byNetwork = Map.groupBy(rows, (row) => networkOf(row.address))
  const own = byNetwork.get(network) ?? []
  const largest = [...byNetwork.values()].reduce(
    (most, each) => (each.length > most.length ? each : most),
    own,
  )
  const crowd = own.length >= UNPROVEN_OF_NETWORK ? own : rows.length >= UNPROVEN_MAX ? largest : []
  const [oldest] = crowd
  if (oldest) await db.deleteFrom('unknown_screens').where('id', '=', oldest.id).execute()
  return true
}

/** One household or shop: an IPv4 address, or the first half of an IPv6 one. */
const networkOf = (address: string): string =>
  isIPv6(address) && !address.startsWith('::ffff:') ? address.split(':').slice(0, 4).join(':') : address

/** Null: the whole installation, including unproven screens. */
export async function listUnknownScreens(db: Db, organizationId: string | null): Promise<UnknownScreen[]> {
  const rows = await db
    .selectFrom('unknown_screens')
    .leftJoin('organizations', 'organizations.id', 'unknown_screens.organizationId')
    .leftJoin('devices', 'devices.id', 'unknown_screens.deviceId')
    .selectAll('unknown_screens')
    .select(['organizations.name as organizationName', 'devices.name as replaces'])
    .$if(organizationId !== null, (query) =>
      query.where('unknown_screens.organizationId', '=', organizationId ?? ''),
    )
    .orderBy('unknown_screens.lastSeenAt', 'desc')
    .orderBy('unknown_screens.id')
    .limit(500)
    .execute()
  const ids = rows.flatMap((row) => namedGroup(row) ?? [])
  const groups =
    ids.length > 0
      ? await db.selectFrom('device_groups').select(['id', 'organizationId']).where('id', 'in', ids).execute()
      : []
  const ownerOf = new Map(groups.map(({ id, organizationId }) => [id, organizationId]))
  // A group of another organization is as good as none: the screen can't be put into it.
  const isMissing = (group: string | null, owner: string | null) =>
    group !== null && (!ownerOf.has(group) || (owner !== null && ownerOf.get(group) !== owner))
  return rows.map(({ screen, firstSeenAt, lastSeenAt, ...row }) => ({
    ...row,
    lacksGroup: isMissing(namedGroup({ screen }), row.organizationName === null ? null : row.organizationId),
    // Made after the backup, too.
    organizationId: row.organizationName === null ? null : row.organizationId,
    screen: screen === null ? null : UnknownFacts.parse(JSON.parse(screen)),
    firstSeenAt: isoTime(firstSeenAt),
    lastSeenAt: isoTime(lastSeenAt),
  }))
}

/** Throws NOT_FOUND, also for a screen of another organization. */
export async function getUnknownScreen(
  db: Db,
  id: string,
  organizationId: string | null,
): Promise<UnknownScreensTable> {
  const row = await db.selectFrom('unknown_screens').selectAll().where('id', '=', id).executeTakeFirst()
  if (row && (organizationId === null || row.organizationId === organizationId)) return row
  throw notFound('Screen not found')
}

/** The group that a screen says it plays. */
export const namedGroup = ({ screen }: Pick<UnknownScreensTable, 'screen'>): string | null =>
  (screen === null ? null : UnknownFacts.parse(JSON.parse(screen)).deviceGroupId) ?? null

/** The same, if it is still one of the organization that `db` is bound to. */
export async function reportedGroup(
  db: Db,
  screen: Pick<UnknownScreensTable, 'screen'>,
): Promise<string | null> {
  const id = namedGroup(screen)
  const group = await db
    .selectFrom('device_groups')
    .select('id')
    .where('id', '=', id ?? '')
    .executeTakeFirst()
  return group?.id ?? null
}

export async function forgetUnknownScreen(db: Db, id: string): Promise<void> {
  await db.deleteFrom('unknown_screens').where('id', '=', id).execute()
}
