import { type PutRight, RIGHTED_MAX } from '@vitrine/contract/api/screens/devices/put-right'
import type { PlayingReport, ScreenFacts } from '@vitrine/contract/api/screens/screen-report'
import { can, reachOf } from '@vitrine/contract/permissions'
import { CORRECTABLE, isCorrectable, TRUTH_OF, type TruthReason } from '@vitrine/contract/player/truth'
import { sql } from 'kysely'
import type { Session } from '#base/handler.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { asReached } from '#db/scoped.ts'
import { notFound } from '#lib/errors.ts'
import { RateLimit } from '#lib/http/rate-limit.ts'
import { endSwitches } from '#playback/switches/manual-switches.ts'
import { reasonOf } from '#screens/status/api.ts'
import { type Plan, planFor, planForAll, plannedFor } from '#screens/status/plan.ts'
import { reasonAt } from '#screens/status/reason-at.ts'
import { selectDevices } from './device-rows.ts'

/** A player that was restarted less than a minute ago is still starting. */
const restarted = new RateLimit(1, 60_000)

export interface Righted {
  results: PutRight['results']
  left: number
  /** Screens whose manual switch ended, and whose players restart. */
  ended: string[]
  restart: string[]
}

/**
 * Puts screens right, or the first `RIGHTED_MAX` that differ: ends their manual switches, and names those whose players
 * must restart because they show something else or an older version. Throws NOT_FOUND if none of the ids exists.
 */
export async function putRight(db: Db, ids: readonly string[] | undefined, now: number): Promise<Righted> {
  const found = ids ? { ids, left: 0 } : await correctable(db, now)
  const rows = await selectDevices(db, now)
    .where(
      'devices.id',
      'in',
      anyOf(
        db,
        found.ids.map((id) => ({ id })),
      ),
    )
    .orderBy('devices.id')
    .execute()
  if (ids && rows.length === 0) throw notFound('Screen not found')
  const screens = rows.map((row) => ({
    ...row,
    playing: row.playing === null ? null : (JSON.parse(row.playing) as PlayingReport),
    screen: row.screen === null ? null : (JSON.parse(row.screen) as ScreenFacts),
  }))
  const plan = await planFor(db, rows, now)
  const ended = await endSwitches(
    db,
    screens.flatMap((row) => switchToEnd(row, plan)),
    now,
  )
  const restart: string[] = []
  const results = screens.map((row) => {
    const { id, name } = row
    const because = reasonOf(row, plan)
    const manual = plan.switches.get(id)
    if (manual && ended.includes(id)) {
      const { storyboardId, end, until } = manual
      return { id, name, did: 'returned' as const, switch: { storyboardId, end, until } }
    }
    const did = didOf(because)
    if (did === 'restarted') restart.push(id)
    return { id, name, did }
  })
  return { results, left: found.left, ended, restart: restart.filter((id) => isDue(id, now)) }
}

/** A switch to something else than the schedule plays. Nothing else is planned for some: their switch stays. */
function switchToEnd(
  screen: { id: string; deviceGroupId: string | null },
  plan: Plan,
): { deviceId: string; since: number }[] {
  const manual = plan.switches.get(screen.id)
  const planned = plannedFor(plan, screen)?.storyboardId ?? null
  if (!manual || planned === null || planned === manual.storyboardId) return []
  return [{ deviceId: screen.id, since: manual.since }]
}

function didOf(because: TruthReason): PutRight['results'][number]['did'] {
  if (TRUTH_OF[because] === 'right') return 'nothing'
  if (TRUTH_OF[because] === 'unknown') return 'offline'
  return isCorrectable(because) ? 'restarted' : 'manual'
}

function isDue(id: string, now: number): boolean {
  if (restarted.isReached(id, now)) return false
  restarted.hit(id, now)
  return true
}

/**
 * How many screens `putRight` without ids is about. `states`: the counts of those that the caller sees, which are often
 * the same.
 */
export async function correctableFor(
  session: Session,
  reader: Db,
  states: Record<(typeof CORRECTABLE)[number], number>,
  now: number,
): Promise<number> {
  const asked = { write: 'devices' } as const
  if (!can(session, 'write', asked.write)) return 0
  const reach = reachOf(session, asked)
  if (reach.seen) return countCorrectable(asReached(reader, reach, 'changed'), now)
  return CORRECTABLE.reduce((sum, one) => sum + states[one], 0)
}

async function countCorrectable(db: Db, now: number): Promise<number> {
  const found = await selectCorrectable(db, await planForAll(db, now))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(found.count)
}

const selectCorrectable = (db: Db, plan: Plan) =>
  selectDevices(db, plan.now)
    .clearSelect()
    .where(sql<boolean>`${reasonAt(db, plan)} in (${sql.join(CORRECTABLE)})`)

/** The screens that can be put right, as many as a call does, and how many more there are. */
async function correctable(db: Db, now: number): Promise<{ ids: string[]; left: number }> {
  const rows = await selectCorrectable(db, await planForAll(db, now))
    .select('devices.id')
    .orderBy('devices.nameOrder')
    .orderBy('devices.id')
    .execute()
  const ids = rows.map(({ id }) => id)
  return { ids: ids.slice(0, RIGHTED_MAX), left: Math.max(0, ids.length - RIGHTED_MAX) }
}
