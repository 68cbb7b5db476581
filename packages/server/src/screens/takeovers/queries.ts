import type { Impact } from '@vitrine/contract/api/base/impact'
import {
  type ListedTakeover,
  TAKEOVER_HOURS_MAX,
  type Takeover,
  type TakeoverInput,
  type TakeoverTargets,
} from '@vitrine/contract/api/screens/takeovers'
import { rule } from '@vitrine/contract/rules'
import { expressionBuilder, sql } from 'kysely'
import { requireApproved } from '#content/storyboards/approval/queries.ts'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db, Tables } from '#db/schema.ts'
import { isPartial, readable, whole } from '#db/scoped.ts'
import type { TakeoversTable } from '#db/tables/reporting.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError, forbidden, invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { isStrict } from '#playback/copies.ts'
import { onScreens } from '#screens/impact/api.ts'
import { isSilent } from '#screens/status/queries.ts'

const HOUR = 3_600_000
const LISTED = 50
/** Maximum active takeovers of an organization. Each screen gets all that target it. */
const ACTIVE_MAX = 50

/** Returns its id. Throws INVALID for an end in the past or too far ahead, and for unknown screens. */
export async function startTakeover(
  db: Db,
  organizationId: string,
  { title, text, tone, storyboardId, targets, endsAt }: TakeoverInput,
  startedBy: string,
  now: number,
): Promise<string> {
  if (endsAt <= now) throw invalid({ endsAt: rule('min_value', new Date(now).toISOString()) })
  const latest = now + TAKEOVER_HOURS_MAX * HOUR
  if (endsAt > latest) throw invalid({ endsAt: rule('max_value', new Date(latest).toISOString()) })
  if (storyboardId) await requireApproved(db, [storyboardId])
  await refuseUnknown(db, targets)
  await refuseTooMany(db, organizationId, now)
  const id = newId()
  await db
    .insertInto('takeovers')
    .values({
      id,
      organizationId,
      title,
      text,
      tone,
      storyboardId,
      targets: JSON.stringify(targets),
      startedBy,
      startedAt: now,
      endsAt: Math.round(endsAt),
      clearedBy: null,
      clearedAt: null,
      withoutApproval: (await isStrict(db)) ? 1 : null,
    })
    .execute()
  return id
}

/** Throws INVALID. */
async function refuseTooMany(db: Db, organizationId: string, now: number): Promise<void> {
  await lockRow(db, 'organizations', organizationId)
  const { count } = await whole(db)
    .selectFrom('takeovers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('endsAt', '>', now)
    .where('clearedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= ACTIVE_MAX)
    throw new AppError(
      'INVALID',
      `${ACTIVE_MAX} emergency takeovers are active, which is the limit. End some of them first.`,
    )
}

/** Ends it now. An ended takeover stays unchanged. */
export async function clearTakeover(db: Db, id: string, clearedBy: string, now: number): Promise<void> {
  await db
    .updateTable('takeovers')
    .set({ clearedBy, clearedAt: now })
    .where('id', '=', id)
    .where('clearedAt', 'is', null)
    .where('endsAt', '>', now)
    .execute()
}

/** Throws NOT_FOUND. */
export async function takeoverRow(db: Db, id: string): Promise<TakeoversTable> {
  const row = await db.selectFrom('takeovers').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Takeover not found')
  return row
}

/** `counts`: of a takeover that may still be active. */
export async function getTakeover(db: Db, id: string, now: number, counts = NO_SCREENS): Promise<Takeover> {
  return answered(meantOf(await takeoverRow(db, id)), now, counts)
}

/** How many screens, in how many buildings, a takeover reaches: counted in the database, because it may be a fleet. */
export async function impactOfTakeover(
  db: Db,
  organizationId: string,
  targets: TakeoverTargets,
): Promise<Impact> {
  const { screens, buildings } = await db
    .selectFrom('devices')
    .leftJoin('floors', 'floors.id', 'devices.floorId')
    .where('devices.organizationId', '=', organizationId)
    .$if(targets.kind !== 'all', (rows) => rows.where(isTargeted(db, targets)))
    .select(({ fn }) => [
      fn.countAll<number>().as('screens'),
      fn.count<number>('floors.buildingId').distinct().as('buildings'),
    ])
    .executeTakeFirstOrThrow()
  return onScreens({ screens: Number(screens), buildings: Number(buildings) })
}

const isTargeted = (db: Db, targets: TakeoverTargets) =>
  expressionBuilder<Tables, 'devices'>()(
    targets.kind === 'groups' ? 'devices.deviceGroupId' : 'devices.id',
    'in',
    anyOf(db, targets.kind === 'all' ? [] : targets.ids.map((id) => ({ id }))),
  )

/** The screens of a takeover that is about to start: none has confirmed it. */
export async function countTargeted(
  db: Db,
  organizationId: string,
  targets: TakeoverTargets,
  now: number,
): Promise<ScreenCounts> {
  const counts = await countConfirmed(db, [{ id: '', organizationId, targets }], now)
  return counts.get('') ?? NO_SCREENS
}

export async function listTakeovers(db: Db, now: number): Promise<ListedTakeover[]> {
  const newest = db.selectFrom('takeovers').selectAll().orderBy('id', 'desc').limit(LISTED)
  const active = await newest.where('endsAt', '>', now).where('clearedAt', 'is', null).execute()
  const others = (await newest.execute()).filter((row) => !active.some(({ id }) => id === row.id))
  // However many have started and ended since, an active one can be ended.
  const rows = [...active, ...others].slice(0, LISTED).sort((a, b) => (a.id < b.id ? 1 : -1))
  const isReached = await reachedTargets(db, rows.map(meantOf))
  return (await takeoversOf(db, rows, now)).map(({ targets, ...takeover }) => {
    if (targets.kind === 'all') return { ...takeover, targets }
    const { kind } = targets
    const ids = targets.ids.filter(isReached)
    return { ...takeover, targets: kind === 'devices' ? { kind, count: ids.length } : { kind, ids } }
  })
}

/** Whether the caller reaches a group or a screen of takeovers: for someone with a scope, the others don't exist. */
async function reachedTargets(db: Db, takeovers: readonly Meant[]): Promise<(id: string) => boolean> {
  if (!isPartial(db)) return () => true
  const found = new Set<string>()
  for (const [kind, table] of [
    ['groups', 'device_groups'],
    ['devices', 'devices'],
  ] as const) {
    const ids = takeovers.flatMap(({ targets }) => (targets.kind === kind ? targets.ids : []))
    const wanted = [...new Set(ids)].map((id) => ({ id }))
    if (wanted.length === 0) continue
    const rows = await db.selectFrom(table).select('id').where('id', 'in', anyOf(db, wanted)).execute()
    for (const { id } of rows) found.add(id)
  }
  return (id) => found.has(id)
}

async function refuseUnknown(db: Db, targets: TakeoverTargets): Promise<void> {
  if (targets.kind === 'all') {
    if (isPartial(db)) throw forbidden()
    return
  }
  const table = targets.kind === 'groups' ? 'device_groups' : 'devices'
  const wanted = [...new Set(targets.ids)].map((id) => ({ id }))
  const found = await db.selectFrom(table).select('id').where('id', 'in', anyOf(db, wanted)).execute()
  if (found.length === wanted.length) return
  const seen = await readable(db)
    .selectFrom(table)
    .select('id')
    .where('id', 'in', anyOf(db, wanted))
    .execute()
  throw seen.length === wanted.length ? forbidden() : invalid({ targets: rule('unknown') })
}

/** Counts are computed for active takeovers only; ended ones don't show them. */
async function takeoversOf(db: Db, rows: readonly TakeoversTable[], now: number): Promise<Takeover[]> {
  const meant = rows.map(meantOf)
  const active = meant.filter((row) => isActive(row, now))
  const counts = await countConfirmed(db, active, now)
  return meant.map((row) => answered(row, now, counts.get(row.id) ?? NO_SCREENS))
}

type Meant = Omit<TakeoversTable, 'targets'> & { targets: TakeoverTargets }
type Counted = Pick<Meant, 'id' | 'organizationId' | 'targets'>

const NO_SCREENS = { screens: 0, confirmed: 0, offline: 0 }
type ScreenCounts = typeof NO_SCREENS

const meantOf = (row: TakeoversTable): Meant => ({
  ...row,
  targets: JSON.parse(row.targets) as TakeoverTargets,
})

const isActive = ({ clearedAt, endsAt }: Meant, now: number) => clearedAt === null && endsAt > now

const answered = (row: Meant, now: number, counts: ScreenCounts): Takeover => ({
  ...row,
  tone: row.tone as Takeover['tone'],
  startedAt: isoTime(row.startedAt),
  clearedAt: row.clearedAt === null ? null : isoTime(row.clearedAt),
  isActive: isActive(row, now),
  ...counts,
})

/** Counted in the database: loading a fleet's rows would take ten times as long. */
async function countConfirmed(
  db: Db,
  takeovers: readonly Counted[],
  now: number,
): Promise<Map<string, ScreenCounts>> {
  const [ofAll, ofSome] = [true, false].map((all) =>
    takeovers.filter(({ targets }) => (targets.kind === 'all') === all),
  ) as [Counted[], Counted[]]
  const [first, ...others] = ofSome.map((takeover) => countTargets(db, takeover, now))
  const counts = [
    ...(first ? await others.reduce((all, each) => all.unionAll(each), first).execute() : []),
    ...(await countAll(db, ofAll, now)),
  ]
  return new Map(counts.map(({ takeover, ...count }) => [takeover, count]))
}

/** Of takeovers of all screens: one pass over an organization's screens for all of them. */
async function countAll(
  db: Db,
  takeovers: readonly Counted[],
  now: number,
): Promise<(ScreenCounts & { takeover: string })[]> {
  if (takeovers.length === 0) return []
  const rows = await db
    .selectFrom('devices')
    .leftJoin('device_states', 'device_states.id', 'devices.id')
    .where('devices.organizationId', 'in', [
      ...new Set(takeovers.map(({ organizationId }) => organizationId)),
    ])
    .groupBy(['devices.organizationId', 'takeoverId'])
    .select(({ fn }) => [
      'devices.organizationId',
      'takeoverId',
      fn.countAll<number>().as('screens'),
      fn.countAll<number>().filterWhere(isSilent(now)).as('offline'),
    ])
    .execute()
  return takeovers.map(({ id, organizationId }) => {
    const own = rows.filter((row) => row.organizationId === organizationId)
    const sum = (count: (row: (typeof own)[number]) => number) =>
      own.reduce((total, row) => total + Number(count(row)), 0)
    return {
      takeover: id,
      screens: sum((row) => row.screens),
      confirmed: sum((row) => (row.takeoverId === id ? row.screens : 0)),
      offline: sum((row) => (row.takeoverId === id ? 0 : row.offline)),
    }
  })
}

/** Of a takeover of some groups or screens. */
const countTargets = (db: Db, { id, organizationId, targets }: Counted, now: number) =>
  db
    .selectFrom('devices')
    .leftJoin('device_states', 'device_states.id', 'devices.id')
    .where('devices.organizationId', '=', organizationId)
    .$if(targets.kind !== 'all', (screens) => screens.where(isTargeted(db, targets)))
    .select(({ fn, and, or, eb }) => [
      sql<string>`cast(${id} as text)`.as('takeover'),
      fn.countAll<number>().as('screens'),
      fn.countAll<number>().filterWhere('takeoverId', '=', id).as('confirmed'),
      fn
        .countAll<number>()
        .filterWhere(and([or([eb('takeoverId', 'is', null), eb('takeoverId', '!=', id)]), isSilent(now)]))
        .as('offline'),
    ])
