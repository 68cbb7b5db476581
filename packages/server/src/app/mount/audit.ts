// The audit log: what a call is about before and after it, and its entry, in the transaction of the call.
import { contract } from '@vitrine/contract'
import { auditedAs } from '@vitrine/contract/audited'
import { ROLES } from '@vitrine/contract/permissions'
import { type Route, routesOf } from '@vitrine/contract/route'
import { personName } from '#accounts/authors/queries.ts'
import type { Deed } from '#base/handler.ts'
import { inTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { changesOf } from '#operations/audit/changes.ts'
import { type AuditActor, appendEntry } from '#operations/audit/log.ts'
import { nameOf, rowsOf, type ThingRow, type ThingRows } from '#operations/audit/rows.ts'
import { leaveRuleMoves } from '#operations/audit/rule-moves.ts'
import { SUBJECTS } from '#operations/audit/subjects.ts'
import type { Call } from './call.ts'

const NAMES = new Map(routesOf(contract).map(({ name, route }) => [keyOf(route), name]))
const NONE: ThingRows = new Map()
/** Things of one entry: those of a bulk call. */
const THINGS_MAX = 500

/** How the audit log names a route and finds its rows; undefined for one that has no names there. */
export function auditedRoute(route: Route) {
  const name = NAMES.get(keyOf(route))
  const named = name === undefined ? undefined : auditedAs(name)
  return name === undefined || !named ? undefined : { action: name, ...named, subject: SUBJECTS[named.kind] }
}

function keyOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** Reads the rows that a call names before it changes them. */
export async function readBefore(call: Call, db: Db): Promise<void> {
  const subject = call.endpoint.audited?.subject
  const ids = subject ? namedIds(call) : []
  call.before = subject && ids.length ? await rowsOf(db, subject, ids) : NONE
}

/** Leaves the call's entry. A refused call doesn't get here, and a failing commit takes the entry with it. */
export async function leaveEntry(call: Call, db: Db): Promise<void> {
  const { endpoint, request } = call
  const { audited, services } = endpoint
  if (!audited) throw new Error(`The audit log has no names for ${request.method} ${endpoint.route.path}`)
  const { subject, action, kind, verb } = audited
  const before = call.before ?? NONE
  const ids = touchedIds(call, before)
  const after = subject && ids.length ? await rowsOf(db, subject, ids) : NONE
  const rowOf = (id: string): ThingRow | undefined => after.get(id) ?? before.get(id)
  const things = ids
    .filter((id) => !subject || rowOf(id))
    .map((id) => {
      const row = rowOf(id)
      return { id, name: subject && row ? nameOf(subject, row) : '' }
    })
  const owner = things.map(({ id }) => rowOf(id)?.organizationId).find((id) => id !== undefined)
  const organizationId = ownerOf(call, owner)
  const actor = await actorOf(call, db, organizationId)
  // What a takeover shows, and that it was exempt from approval.
  const isKnown = KNOWN_BY_READING.includes(verb) && kind !== 'takeover'
  const changed =
    subject && !isKnown ? await changesOf(db, subject, { before, after }) : { changes: [], more: 0 }
  const from = { actor, action, address: request.ip ?? null, request: String(request.id) }
  const now = services.clock.now()
  const known = new Map(subject ? [...before].map(([id, row]) => [id, nameOf(subject, row)] as const) : [])
  await leaveRuleMoves(db, call.ruled, { address: from.address, request: from.request }, now)
  for (const { deed, before: was } of call.deeds) await leaveDeed(db, { deed, was, from, known }, now)
  await appendEntry(db, { ...from, organizationId, kind, verb, things, changed }, now)
}

/** The rows of what a call does besides, before it does. */
export async function readDeed({ kind, id }: Deed, db: Db): Promise<ThingRows> {
  const subject = SUBJECTS[kind]
  return subject ? rowsOf(db, subject, [id]) : NONE
}

interface Besides {
  deed: Deed
  was: ThingRows
  /** Names of the things that the call is about, which it may delete. */
  known: ReadonlyMap<string, string>
  from: { actor: AuditActor; action: string; address: string | null; request: string }
}

async function leaveDeed(db: Db, { deed, was, from, known }: Besides, now: number): Promise<void> {
  const { kind, verb, id } = deed
  const subject = SUBJECTS[kind]
  const after = await readDeed(deed, db)
  const row = after.get(id) ?? was.get(id)
  if (!subject || !row) return
  const changed = await changesOf(db, subject, { before: was, after }, known)
  const things = [{ id, name: nameOf(subject, row) }]
  await appendEntry(db, { ...from, organizationId: row.organizationId, kind, verb, things, changed }, now)
}

/** The entry of a call that changes something outside of the database, in a separate transaction. */
export async function leaveLateEntry(call: Call): Promise<void> {
  const { isWrite, route, services } = call.endpoint
  if (isWrite || !route.audited) return
  await inTransaction(services.database, async (tx) => {
    call.before = NONE
    await leaveEntry(call, tx)
  })
}

/** What was logged in, ended, or ordered is named, and has no changes of fields. */
const KNOWN_BY_READING = ['login', 'logout', 'order', 'pair', 'end', 'test', 'report', 'call', 'start']

interface Named {
  id?: unknown
  deviceId?: unknown
  ids?: unknown
  screens?: unknown
  changes?: unknown
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** The ids in the path or the body. */
function namedIds({ endpoint, params, body, caller }: Call): string[] {
  const { kind, action } = endpoint.audited ?? {}
  const { id, deviceId } = (params ?? {}) as Named
  if (isText(id)) return [id]
  if (isText(deviceId)) return [deviceId]
  const isOwn = kind === 'second-factor' || (kind === 'user' && action?.startsWith('auth.'))
  if (isOwn && caller.session && !caller.session.key) return [caller.session.userId]
  if (kind === 'device' && caller.device) return [caller.device.deviceId]
  const { ids, screens, changes } = (body ?? {}) as Named
  if (Array.isArray(ids)) return ids.filter(isText).slice(0, THINGS_MAX)
  if (Array.isArray(changes)) return changes.flatMap(({ id: each }: Named) => (isText(each) ? [each] : []))
  if (Array.isArray(screens))
    return screens.flatMap(({ deviceId: each }: Named) => (isText(each) ? [each] : []))
  return []
}

/** The ids that the call named, of a bulk call those that it did; otherwise those that it created. */
export function touchedIds(call: Call, before: ThingRows): string[] {
  const outcome = (call.outcome ?? {}) as Record<string, unknown>
  if (Array.isArray(outcome.done)) return outcome.done.filter(isText)
  const named = namedIds(call)
  const made = Object.values(outcome)
    .flat()
    .flatMap((value) => (isText((value as Named | null)?.id) ? [(value as { id: string }).id] : []))
  const isNew = call.endpoint.route.status === 201 && before.size <= 1
  const all = isNew || named.length === 0 ? [...made, ...named] : named
  return [...new Set(all)].slice(0, THINGS_MAX)
}

/** Whose log gets the entry: the organization of the thing, else the one that the call is bound to or is about. */
function ownerOf(call: Call, owner: string | null | undefined): string | null {
  const { caller, about, endpoint, by, outcome } = call
  const { kind, verb } = endpoint.audited ?? {}
  // Its own log is deleted with it.
  if (kind === 'organization' && verb === 'delete') return null
  if (owner !== undefined) return owner
  const [first] = about
  const { profile } = (outcome ?? {}) as { profile?: { organizationId?: string } }
  return (
    caller.organizationId ??
    first ??
    by?.organizationId ??
    profile?.organizationId ??
    caller.session?.organizationId ??
    null
  )
}

async function actorOf({ caller, by, outcome }: Call, db: Db, owner: string | null): Promise<AuditActor> {
  const { session, device } = caller
  if (by) return { kind: by.kind, id: by.id, name: by.name }
  if (device) {
    const row = await db
      .selectFrom('devices')
      .select('name')
      .where('id', '=', device.deviceId)
      .executeTakeFirst()
    return { kind: 'screen', id: device.deviceId, name: row?.name ?? '' }
  }
  const { profile } = (outcome ?? {}) as { profile?: Profile }
  if (!session && profile)
    return { kind: profile.kiosk ? 'kiosk' : 'person', id: profile.id, name: personName(profile) }
  if (!session) return { kind: 'anyone', id: null, name: '' }
  const { userId: id, name } = session
  if (session.key) return { kind: 'key', id, name }
  if (session.kiosk) return { kind: 'kiosk', id, name }
  const isElsewhere = session.role === ROLES.superAdmin && owner !== null && owner !== session.organizationId
  return { kind: isElsewhere ? 'operator' : 'person', id, name }
}

interface Profile {
  id: string
  firstName: string
  lastName: string
  email: string
  kiosk: boolean
}
