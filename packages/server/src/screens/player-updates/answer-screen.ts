import type { screenUpdates } from '@vitrine/contract/api/screens/devices/screen-updates'
import { UPDATE_PROVEN_MS } from '@vitrine/contract/player/updates'
import type { BodyOf, ResultOf } from '@vitrine/contract/route'
import type { DeviceSession } from '#base/handler.ts'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { PlayerUpdatesTable, ScreenUpdatesTable } from '#db/tables/devices.ts'
import { newId } from '#lib/ids.ts'
import { beginUpdate, countOutcomes, noteFailure, screenUpdate, updateOf } from './queries.ts'
import { roomFor } from './waves.ts'

type Question = BodyOf<typeof screenUpdates.ask>
type Answer = ResultOf<typeof screenUpdates.ask> & { hasStopped?: boolean }

/** Seconds after which screens ask again during an update: for the next wave, or a decision. */
const WAVE = 120
const DECISION = 300
const SELDOM = 3600
/** Milliseconds for which an update counts as recent. */
const DAY = 86_400_000
/** A screen that asks again with the same boot id within this time hasn't restarted yet. */
const RESTARTS_WITHIN_MS = 120_000

const stay = (again: number): Answer => ({ verdict: 'stay', again })

interface At {
  /** Build of the player that this server serves. */
  build: string | undefined
  now: number
}

/** Whether a screen may start the newer player that it has downloaded. Its reports decide about the other screens. */
export async function answerScreen(
  db: Db,
  device: DeviceSession,
  question: Question,
  { build, now }: At,
): Promise<Answer> {
  if (build === undefined)
    return question.runs === question.holds ? stay(SELDOM) : { verdict: 'start', again: SELDOM }
  // During a rolling update, the server with this build decides.
  if (question.holds !== build) return stay(DECISION)
  return question.runs === build
    ? await saveReport(db, device, question, { build, now })
    : await mayStart(db, device, question, { build, now })
}

/** Handles a report from a screen that runs the build. */
async function saveReport(
  db: Db,
  { deviceId }: DeviceSession,
  { bootId, shows }: Question,
  { build, now }: { build: string; now: number },
): Promise<Answer> {
  const update = await updateOf(db, build)
  if (!update) return stay(SELDOM)
  const row = await screenUpdate(db, update.id, deviceId)
  if (update.status === 'back') return { verdict: 'back', again: DECISION }
  const quiet = stay(update.status === 'running' && now - update.startedAt > DAY ? SELDOM : DECISION)
  if (!row || row.status === 'healthy') return quiet
  const set = (values: Partial<ScreenUpdatesTable>) =>
    db.updateTable('screen_updates').set(values).where('id', '=', row.id).execute()
  if (!shows) {
    await set({ blankAt: now })
    return stay(60)
  }
  // Seen in the future: the clock was set back.
  if (row.seenAt === null || row.seenAt > now || row.bootId !== bootId) {
    await set({ seenAt: now, bootId })
    return stay(UPDATE_PROVEN_MS / 1000)
  }
  const left = row.seenAt + UPDATE_PROVEN_MS - now
  // Tolerates imprecise clocks and timers.
  if (left > 5000) return stay(Math.ceil(left / 1000))
  await set({ status: 'healthy', why: null, changedAt: now })
  return quiet
}

/** Decides for a screen that has downloaded the build but runs another. */
async function mayStart(
  db: Db,
  { deviceId, organizationId }: DeviceSession,
  { bootId }: Question,
  { build, now }: { build: string; now: number },
): Promise<Answer> {
  const known = (await updateOf(db, build)) ?? (await beginUpdate(db, organizationId, build, now))
  // Concurrent screens are counted one at a time.
  await lockRow(db, 'player_updates', known.id)
  const update = (await updateOf(db, build)) ?? known
  const row = await screenUpdate(db, update.id, deviceId)
  if (update.status === 'back') {
    if (row) await mark(db, row, 'back', now)
    return stay(DECISION)
  }
  if (row?.status === 'open') return await askedAgain(db, update, row, bootId, now)
  if (update.status === 'ended')
    await db.updateTable('player_updates').set({ status: 'stopped' }).where('id', '=', update.id).execute()
  if (update.status !== 'running' || row?.status === 'failed') return stay(DECISION)
  if (roomFor(await countOutcomes(db, update.id), update.canaries) === 0) return stay(WAVE)
  await letStart(db, update, { row, deviceId, organizationId, bootId, now })
  return { verdict: 'start', again: WAVE }
}

async function askedAgain(
  db: Db,
  update: PlayerUpdatesTable,
  row: ScreenUpdatesTable,
  bootId: string,
  now: number,
): Promise<Answer> {
  if (row.bootId === bootId && now - row.allowedAt < RESTARTS_WITHIN_MS)
    return update.status === 'running' ? { verdict: 'start', again: WAVE } : stay(DECISION)
  // The screen rolled back to the previous build.
  const hasStopped = await noteFailure(db, update, row.id, 'returned', now)
  return { ...stay(DECISION), hasStopped }
}

const mark = (db: Db, { id }: ScreenUpdatesTable, status: ScreenUpdatesTable['status'], now: number) =>
  db.updateTable('screen_updates').set({ status, changedAt: now }).where('id', '=', id).execute()

async function letStart(
  db: Db,
  update: PlayerUpdatesTable,
  {
    row,
    now,
    ...screen
  }: {
    row: ScreenUpdatesTable | undefined
    deviceId: string
    organizationId: string
    bootId: string
    now: number
  },
): Promise<void> {
  const values = {
    ...{ status: 'open' as const, why: null, bootId: screen.bootId, allowedAt: now },
    ...{ seenAt: null, blankAt: null, changedAt: now },
  }
  if (row) await db.updateTable('screen_updates').set(values).where('id', '=', row.id).execute()
  else
    await db
      .insertInto('screen_updates')
      .values({ id: newId(), updateId: update.id, ...screen, ...values })
      .execute()
  await db.updateTable('player_updates').set({ activeAt: now }).where('id', '=', update.id).execute()
}
