import { LATE_SECONDS } from '@vitrine/contract/devices'
import { rule } from '@vitrine/contract/rules'
import {
  TAKEOVER_HOURS_MAX,
  type Takeover,
  type TakeoverInput,
  type TakeoverTargets,
} from '@vitrine/contract/takeovers'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { TakeoversTable } from '#db/tables/reporting.ts'
import { requireApproved } from '#features/storyboards/queries.ts'
import { isoTime } from '#lib/clock.ts'
import { invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import type { ReportDetail, Seen } from '#publishing/reports.ts'
import { isTargeted } from '#publishing/takeovers.ts'

const HOUR = 3_600_000
const LISTED = 50

/** Answers its id. Throws INVALID for an end that is over or too far, and for screens that there are not. */
export async function startTakeover(
  db: Db,
  organizationId: string,
  { title, text, tone, storyboardId, targets, endsAt }: TakeoverInput,
  startedBy: string,
  now: number,
): Promise<string> {
  if (endsAt <= now) throw invalid({ endsAt: rule('min_value', new Date(now).toISOString()) })
  if (endsAt > now + TAKEOVER_HOURS_MAX * HOUR)
    throw invalid({ endsAt: rule('max_value', TAKEOVER_HOURS_MAX) })
  if (storyboardId) await requireApproved(db, [storyboardId])
  await refuseUnknown(db, targets)
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

/** Ends it now. One that is over stays as it was. */
export async function clearTakeover(db: Db, id: string, clearedBy: string, now: number): Promise<void> {
  await db
    .updateTable('takeovers')
    .set({ clearedBy, clearedAt: now })
    .where('id', '=', id)
    .where('clearedAt', 'is', null)
    .where('endsAt', '>', now)
    .execute()
}

export async function getTakeover(db: Db, id: string, seen: Seen): Promise<Takeover> {
  const row = await db.selectFrom('takeovers').selectAll().where('id', '=', id).executeTakeFirst()
  const [takeover] = row ? await takeoversOf(db, [row], seen) : []
  if (!takeover) throw notFound('There is no such takeover')
  return takeover
}

export async function listTakeovers(db: Db, seen: Seen): Promise<Takeover[]> {
  const rows = await db.selectFrom('takeovers').selectAll().orderBy('id', 'desc').limit(LISTED).execute()
  return takeoversOf(db, rows, seen)
}

/** The screens that a takeover is meant for. */
export async function targetedDevices(db: Db, targets: TakeoverTargets): Promise<string[]> {
  const rows = await db.selectFrom('devices').select(['id', 'deviceGroupId']).execute()
  return rows.filter((row) => isTargeted(targets, row)).map(({ id }) => id)
}

async function refuseUnknown(db: Db, targets: TakeoverTargets): Promise<void> {
  if (targets.kind === 'all') return
  const table = targets.kind === 'groups' ? 'device_groups' : 'devices'
  const wanted = [...new Set(targets.ids)].map((id) => ({ id }))
  const found = await db.selectFrom(table).select('id').where('id', 'in', anyOf(db, wanted)).execute()
  if (found.length < wanted.length) throw invalid({ targets: rule('unknown') })
}

/** Counts are made for those that hold; who shows an old one nobody asks. */
async function takeoversOf(
  db: Db,
  rows: readonly TakeoversTable[],
  { reports, now }: Seen,
): Promise<Takeover[]> {
  const isActive = (row: TakeoversTable) => row.clearedAt === null && row.endsAt > now
  const screens = rows.some(isActive)
    ? await db
        .selectFrom('devices')
        .leftJoin('device_states', 'device_states.id', 'devices.id')
        .select(['devices.id', 'devices.organizationId', 'devices.deviceGroupId'])
        .select(['device_states.detail', 'device_states.lastSeenAt'])
        .execute()
    : []
  const known = screens.map(({ detail, lastSeenAt, ...screen }) => {
    const state = reports.waiting(screen.id) ?? { detail, lastSeenAt }
    const { takeoverId } = JSON.parse(state.detail ?? '{}') as ReportDetail
    return { ...screen, takeoverId, isOffline: now - (state.lastSeenAt ?? 0) > LATE_SECONDS * 1000 }
  })
  return rows.map(({ targets: stored, startedAt, clearedAt, ...row }) => {
    const targets = JSON.parse(stored) as TakeoverTargets
    const active = clearedAt === null && row.endsAt > now
    const meant = active
      ? known.filter((screen) => screen.organizationId === row.organizationId && isTargeted(targets, screen))
      : []
    return {
      ...row,
      tone: row.tone as Takeover['tone'],
      targets,
      startedAt: isoTime(startedAt),
      clearedAt: clearedAt === null ? null : isoTime(clearedAt),
      isActive: active,
      screens: meant.length,
      confirmed: meant.filter(({ takeoverId }) => takeoverId === row.id).length,
      offline: meant.filter(({ isOffline, takeoverId }) => isOffline && takeoverId !== row.id).length,
    }
  })
}
