import type { Override } from '@vitrine/contract/api/playback/manifest'
import { sql } from 'kysely'
import type { Change } from '#base/change.ts'
import { anyOf, inTransaction, tableOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { PlannedSwitchesTable } from '#db/tables/devices.ts'
import { type SwitchRow, storedOverride } from './manual-switches.ts'

/** Planned switches started per transaction. */
const AT_ONCE = 500

/** Converts it to the columns of its screen. */
export const switchOfPlanned = ({
  storyboardId,
  startsAt,
  by,
  end,
  until,
}: Pick<PlannedSwitchesTable, 'storyboardId' | 'startsAt' | 'by' | 'end' | 'until'>): SwitchRow => ({
  overrideStoryboardId: storyboardId,
  overrideSince: startsAt,
  overrideBy: by,
  overrideEnd: end,
  overrideUntil: until,
})

/** In the order of their start. Of several at one instant, the last one wins. */
const selectPlanned = (db: Db) =>
  db.selectFrom('planned_switches').selectAll().orderBy('startsAt').orderBy('createdAt').orderBy('id')

/** The planned switches of some screens in the players' format. */
export async function plannedOf(
  db: Db,
  devices: readonly { id: string }[],
): Promise<Map<string, Override[]>> {
  const rows = await selectPlanned(db).where('deviceId', 'in', anyOf(db, devices)).execute()
  const found = new Map<string, Override[]>()
  for (const row of rows) {
    const override = storedOverride(switchOfPlanned(row))
    if (override) found.set(row.deviceId, [...(found.get(row.deviceId) ?? []), override])
  }
  return found
}

/**
 * Turns due planned switches into the manual switches of their screens, unless someone sent something later. Players
 * follow the plan on their own; this updates everything that shows manual switches. Returns the changes for the
 * screens.
 */
export async function beginPlanned(db: Db, now: number): Promise<Change[]> {
  const changed = new Set<string>()
  for (;;) {
    const started = await inTransaction(db, (tx) => beginSome(tx, now))
    for (const id of started) changed.add(id)
    if (started.length < AT_ONCE) break
  }
  return [...changed].map((id) => ({ kind: 'device', id }))
}

/** Returns the screen of each started switch. */
async function beginSome(db: Db, now: number): Promise<string[]> {
  const due = await selectPlanned(db).where('startsAt', '<=', now).limit(AT_ONCE).execute()
  if (due.length === 0) return []
  // Another server may have started some of them already.
  const taken = await db
    .deleteFrom('planned_switches')
    .where('id', 'in', anyOf(db, due))
    .returning('id')
    .execute()
  const ids = new Set(taken.map(({ id }) => id))
  const mine = due.filter(({ id }) => ids.has(id))
  if (mine.length === 0) return []
  const last = [...new Map(mine.map((row) => [row.deviceId, row])).values()]
  await writeSwitches(db, last)
  await db
    .updateTable('devices')
    .set({ manifestHash: '', manifestAt: now })
    .where(
      'id',
      'in',
      anyOf(
        db,
        last.map(({ deviceId: id }) => ({ id })),
      ),
    )
    .execute()
  return mine.map(({ deviceId }) => deviceId)
}

async function writeSwitches(db: Db, planned: readonly PlannedSwitchesTable[]): Promise<void> {
  const given = planned.map(({ deviceId, storyboardId, startsAt, by, end, until }) => ({
    ...{ id: deviceId, storyboard: storyboardId, since: startsAt, by, end },
    until: until ?? 0,
  }))
  const [text, bigint] = ['text', 'bigint'] as const
  const columns = { id: text, storyboard: text, since: bigint, by: text, end: text, until: bigint }
  await db
    .updateTable('devices')
    .from(tableOf(db, columns, given).as('given'))
    .set(({ ref }) => ({
      overrideStoryboardId: ref('given.storyboard'),
      overrideSince: ref('given.since'),
      overrideBy: ref('given.by'),
      overrideEnd: ref('given.end'),
      overrideUntil: sql<number | null>`nullif(${ref('given.until')}, 0)`,
    }))
    .whereRef('devices.id', '=', 'given.id')
    .where(({ eb, ref, or }) =>
      or([eb('devices.overrideSince', 'is', null), eb('devices.overrideSince', '<=', ref('given.since'))]),
    )
    .execute()
}
