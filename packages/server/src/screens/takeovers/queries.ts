import { LATE_SECONDS } from '@vitrine/contract/api/screens/devices'
import {
  type ListedTakeover,
  TAKEOVER_HOURS_MAX,
  type Takeover,
  type TakeoverInput,
  type TakeoverTargets,
} from '@vitrine/contract/api/screens/takeovers'
import { rule } from '@vitrine/contract/rules'
import { sql } from 'kysely'
import { requireApproved } from '#content/storyboards/approval/queries.ts'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { TakeoversTable } from '#db/tables/reporting.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError, invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import type { Seen } from '#screens/reports/reports.ts'

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
    })
    .execute()
  return id
}

/** Throws INVALID. */
async function refuseTooMany(db: Db, organizationId: string, now: number): Promise<void> {
  await lockRow(db, 'organizations', organizationId)
  const { count } = await db
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

/** The screens of a takeover that is about to start: none has confirmed it. */
export async function countTargeted(
  db: Db,
  organizationId: string,
  targets: TakeoverTargets,
  seen: Seen,
): Promise<ScreenCounts> {
  const counts = await countScreens(db, [{ id: '', organizationId, targets }], seen)
  return counts.get('') ?? NO_SCREENS
}

export async function listTakeovers(db: Db, seen: Seen): Promise<ListedTakeover[]> {
  const newest = db.selectFrom('takeovers').selectAll().orderBy('id', 'desc').limit(LISTED)
  const active = await newest.where('endsAt', '>', seen.now).where('clearedAt', 'is', null).execute()
  const others = (await newest.execute()).filter((row) => !active.some(({ id }) => id === row.id))
  // However many have started and ended since, an active one can be ended.
  const rows = [...active, ...others].slice(0, LISTED).sort((a, b) => (a.id < b.id ? 1 : -1))
  return (await takeoversOf(db, rows, seen)).map(({ targets, ...takeover }) => ({
    ...takeover,
    targets: targets.kind === 'devices' ? { kind: targets.kind, count: targets.ids.length } : targets,
  }))
}

async function refuseUnknown(db: Db, targets: TakeoverTargets): Promise<void> {
  if (targets.kind === 'all') return
  const table = targets.kind === 'groups' ? 'device_groups' : 'devices'
  const wanted = [...new Set(targets.ids)].map((id) => ({ id }))
  const found = await db.selectFrom(table).select('id').where('id', 'in', anyOf(db, wanted)).execute()
  if (found.length < wanted.length) throw invalid({ targets: rule('unknown') })
}

/** Counts are computed for active takeovers only; ended ones don't show them. */
async function takeoversOf(db: Db, rows: readonly TakeoversTable[], seen: Seen): Promise<Takeover[]> {
  const meant = rows.map(meantOf)
  const active = meant.filter((row) => isActive(row, seen.now))
  const counts = await countScreens(db, active, seen)
  return meant.map((row) => answered(row, seen.now, counts.get(row.id) ?? NO_SCREENS))
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

/**
 * Counts in the database, except screens with unwritten reports; loading a fleet's rows would take ten times as long.
 */
async function countScreens(
  db: Db,
  takeovers: readonly Counted[],
  { reports, now }: Seen,
): Promise<Map<string, ScreenCounts>> {
  const gone = now - LATE_SECONDS * 1000
  const unwritten = reports.unwritten()
  const waiting = [...unwritten.values()]
  if (takeovers.length === 0) return new Map()
  const [ofAll, ofSome] = [true, false].map((all) =>
    takeovers.filter(({ targets }) => (targets.kind === 'all') === all),
  ) as [Counted[], Counted[]]
  const [first, ...others] = ofSome.map((takeover) => writtenOf(db, takeover, waiting, gone))
  const written = [
    ...(first ? await others.reduce((all, each) => all.unionAll(each), first).execute() : []),
    ...(await writtenOfAll(db, ofAll, waiting, gone)),
  ]
  const heard = await db
    .selectFrom('devices')
    .select(['id', 'organizationId', 'deviceGroupId'])
    .where('id', 'in', anyOf(db, waiting))
    .execute()
  return new Map(
    takeovers.map((takeover) => {
      const found = written.find(({ takeover: id }) => id === takeover.id)
      const states = heard
        .filter((screen) => isMeant(takeover, screen))
        .map((screen) => unwritten.get(screen.id))
      const confirmed = states.filter((state) => state?.takeoverId === takeover.id).length
      const offline = states.filter(
        (state) => state && state.takeoverId !== takeover.id && state.lastSeenAt < gone,
      ).length
      return [
        takeover.id,
        {
          screens: (found?.screens ?? 0) + states.length,
          confirmed: (found?.confirmed ?? 0) + confirmed,
          offline: (found?.offline ?? 0) + offline,
        },
      ]
    }),
  )
}

const isMeant = (
  { organizationId, targets }: Counted,
  screen: { id: string; organizationId: string; deviceGroupId: string | null },
): boolean =>
  screen.organizationId === organizationId &&
  (targets.kind === 'all' ||
    targets.ids.includes(targets.kind === 'groups' ? (screen.deviceGroupId ?? '') : screen.id))

/** The same for takeovers of all screens: one pass over an organization's screens for all of them. */
async function writtenOfAll(
  db: Db,
  takeovers: readonly Counted[],
  waiting: readonly { id: string }[],
  gone: number,
): Promise<{ takeover: string; screens: number; confirmed: number; offline: number }[]> {
  if (takeovers.length === 0) return []
  const rows = await db
    .selectFrom('devices')
    .leftJoin('device_states', 'device_states.id', 'devices.id')
    .where('devices.organizationId', 'in', [
      ...new Set(takeovers.map(({ organizationId }) => organizationId)),
    ])
    .where('devices.id', 'not in', anyOf(db, waiting))
    .groupBy(['devices.organizationId', 'takeoverId'])
    .select(({ fn, or, eb }) => [
      'devices.organizationId',
      'takeoverId',
      fn.countAll<number>().as('screens'),
      fn
        .countAll<number>()
        .filterWhere(or([eb('lastSeenAt', 'is', null), eb('lastSeenAt', '<', gone)]))
        .as('offline'),
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

/** Counts of a takeover's screens, except those with unwritten reports. */
const writtenOf = (
  db: Db,
  { id, organizationId, targets }: Counted,
  waiting: readonly { id: string }[],
  gone: number,
) =>
  db
    .selectFrom('devices')
    .leftJoin('device_states', 'device_states.id', 'devices.id')
    .where('devices.organizationId', '=', organizationId)
    .$if(targets.kind !== 'all', (screens) =>
      screens.where(
        targets.kind === 'groups' ? 'deviceGroupId' : 'devices.id',
        'in',
        anyOf(db, targets.kind === 'all' ? [] : targets.ids.map((target) => ({ id: target }))),
      ),
    )
    .where('devices.id', 'not in', anyOf(db, waiting))
    .select(({ fn, or, and, eb }) => [
      sql<string>`cast(${id} as text)`.as('takeover'),
      fn.countAll<number>().as('screens'),
      fn.countAll<number>().filterWhere('takeoverId', '=', id).as('confirmed'),
      fn
        .countAll<number>()
        .filterWhere(
          and([
            or([eb('takeoverId', 'is', null), eb('takeoverId', '!=', id)]),
            or([eb('lastSeenAt', 'is', null), eb('lastSeenAt', '<', gone)]),
          ]),
        )
        .as('offline'),
    ])
