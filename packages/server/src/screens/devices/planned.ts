import {
  PLANNED_LISTED,
  PLANNED_MAX,
  type PlannedSwitch,
} from '@vitrine/contract/api/screens/manual-switches'
import { rule } from '@vitrine/contract/rules'
import { requireApproved } from '#content/storyboards/approval/queries.ts'
import { storyboardNames } from '#content/storyboards/queries.ts'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { manualSwitchesAt } from '#playback/switches/manual-switches.ts'
import { switchOfPlanned } from '#playback/switches/planned-switches.ts'
import { refuseInstants, type SwitchRequest } from './switches.ts'

interface Planning {
  device: { id: string; organizationId: string }
  by: string
  now: number
}

/**
 * Plans a manual switch, which the screen follows even while it is offline. Returns the plan's id. Throws INVALID for
 * an instant in the past, and beyond `PLANNED_MAX` plans of the screen.
 */
export async function planSwitch(
  db: Db,
  { storyboardId, end = 'next-slot', until, from }: SwitchRequest & { from: number },
  { device, by, now }: Planning,
): Promise<string> {
  refuseInstants({ from, until }, now)
  await requireApproved(db, [storyboardId])
  // One at a time, or two concurrent calls would exceed the limit.
  await lockRow(db, 'devices', device.id)
  const rows = await db
    .selectFrom('planned_switches')
    .select('id')
    .where('deviceId', '=', device.id)
    .execute()
  if (rows.length >= PLANNED_MAX) throw invalid({ from: rule('at_most_planned', PLANNED_MAX) })
  const id = newId()
  await db
    .insertInto('planned_switches')
    .values({
      id,
      organizationId: device.organizationId,
      deviceId: device.id,
      storyboardId,
      startsAt: Math.round(from),
      end,
      until: until === undefined ? null : Math.round(until),
      by,
      createdAt: now,
    })
    .execute()
  await outdate(db, [device.id], now)
  return id
}

/** The next planned switches, at most `PLANNED_LISTED`. */
export async function listPlanned(db: Db): Promise<PlannedSwitch[]> {
  const rows = await db
    .selectFrom('planned_switches')
    .innerJoin('devices', 'devices.id', 'planned_switches.deviceId')
    .selectAll('planned_switches')
    .select(['devices.name as deviceName', 'devices.deviceGroupId', 'devices.floorId'])
    .orderBy('planned_switches.startsAt')
    .orderBy('devices.nameOrder')
    .orderBy('planned_switches.id')
    .limit(PLANNED_LISTED)
    .execute()
  const names = await storyboardNames(
    db,
    rows.map(({ storyboardId }) => storyboardId),
  )
  const planned = rows.map((row) => ({ ...row, planId: row.id, id: row.deviceId, ...switchOfPlanned(row) }))
  const switched = await manualSwitchesAt(db, planned, ({ startsAt }) => startsAt)
  return switched.map(({ row, manual }) => {
    const { planId: id, deviceId, deviceName, deviceGroupId, storyboardId } = row
    return {
      ...manual,
      id,
      storyboardName: names.get(storyboardId) ?? null,
      deviceId,
      deviceName,
      deviceGroupId,
    }
  })
}

/** Throws NOT_FOUND if none of the plans exists. Returns the canceled plans and their screens. */
export async function cancelPlanned(
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<{ canceled: string[]; devices: string[] }> {
  const wanted = anyOf(
    db,
    ids.map((id) => ({ id })),
  )
  const rows = await db
    .deleteFrom('planned_switches')
    .where('id', 'in', wanted)
    .returning(['id', 'deviceId'])
    .execute()
  if (rows.length === 0) throw notFound('Planned switch not found')
  const devices = [...new Set(rows.map(({ deviceId }) => deviceId))]
  await outdate(db, devices, now)
  return { canceled: rows.map(({ id }) => id), devices }
}

/** Marks the screens' manifests as outdated. */
async function outdate(db: Db, devices: readonly string[], now: number): Promise<void> {
  await db
    .updateTable('devices')
    .set({ manifestHash: '', manifestAt: now })
    .where(
      'id',
      'in',
      anyOf(
        db,
        devices.map((id) => ({ id })),
      ),
    )
    .execute()
}
