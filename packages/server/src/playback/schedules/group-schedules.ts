import type { GroupPart, GroupSchedule } from '@vitrine/contract/api/playback/manifest'
import { scheduledStoryboards } from '@vitrine/contract/player/needed-files'
import { sql } from 'kysely'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { DeviceGroupsTable } from '#db/tables/devices.ts'

export type GroupRow = Pick<DeviceGroupsTable, 'programme' | 'nextProgramme' | 'activateAt'>

export interface GroupSchedules {
  current: GroupSchedule
  next: GroupPart['next']
}

/**
 * Schedules as stored: the next one may already be due. Screens switch on their own, so nothing is written at that
 * moment.
 */
export function storedSchedules({ programme, nextProgramme, activateAt }: GroupRow): GroupSchedules {
  const next =
    nextProgramme !== null && activateAt !== null
      ? { activateAt, programme: JSON.parse(nextProgramme) as GroupSchedule }
      : null
  return { current: JSON.parse(programme) as GroupSchedule, next }
}

/** Bytes of the schedules that are read at the same time; one group may have more. */
const AT_ONCE = 2 ** 20
export const scheduleBytes = sql<number>`octet_length("device_groups"."programme") +
  coalesce(octet_length("device_groups"."nextProgramme"), 0)`

/** Rows of groups with their schedules, in the order of the ids; as many at a time as a megabyte of schedules. */
export async function* schedulesOfGroups(
  db: Db,
  ids: readonly string[],
): AsyncGenerator<(GroupRow & { id: string })[]> {
  const wanted = anyOf(
    db,
    ids.map((id) => ({ id })),
  )
  const found = await db
    .selectFrom('device_groups')
    .select(['id', scheduleBytes.as('bytes')])
    .where('id', 'in', wanted)
    .execute()
  const bytesOf = new Map(found.map(({ id, bytes }) => [id, Number(bytes)]))
  const known = ids.filter((id) => bytesOf.has(id))
  for (let at = 0; at < known.length; ) {
    const some: { id: string }[] = []
    for (let bytes = 0; at < known.length; at++) {
      const id = known[at] ?? ''
      bytes += bytesOf.get(id) ?? 0
      if (some.length > 0 && bytes > AT_ONCE) break
      some.push({ id })
    }
    const rows = await db
      .selectFrom('device_groups')
      .select(['id', 'programme', 'nextProgramme', 'activateAt'])
      .where('id', 'in', anyOf(db, some))
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    yield some.flatMap(({ id }) => byId.get(id) ?? [])
  }
}

/** Schedules at an instant: a due next one is the current one. */
export function schedulesAt(row: GroupRow, now: number): GroupSchedules {
  const stored = storedSchedules(row)
  return stored.next && stored.next.activateAt <= now
    ? { current: stored.next.programme, next: null }
    : stored
}

type Playing = Pick<GroupSchedule, 'defaultStoryboardId' | 'slots' | 'layers'>

/** On all screens of the group, its layers included. */
export const storyboardsOf = (schedule: Playing): string[] => scheduledStoryboards(schedule)

/** The same without layers: what plays below them. */
export const mainStoryboardsOf = ({ defaultStoryboardId, slots }: Playing): string[] =>
  scheduledStoryboards({ defaultStoryboardId, slots })

/** Slots and layers, each with its storyboard and perhaps a rule about screens. */
export const playingsOf = ({ slots, layers = [] }: Pick<Playing, 'slots' | 'layers'>) => [...slots, ...layers]

/** Whether a slot or a layer plays on some screens of the group only. */
export const hasRules = (schedule: Pick<Playing, 'slots' | 'layers'>): boolean =>
  playingsOf(schedule).some(({ screens }) => screens !== undefined)

/** A schedule limited to some storyboards. */
export function withStoryboards<S extends Playing>(
  { layers, ...schedule }: S,
  isThere: (storyboardId: string) => boolean,
) {
  const { defaultStoryboardId, slots } = schedule
  const left = layers?.filter(({ storyboardId }) => isThere(storyboardId)) ?? []
  return {
    ...schedule,
    defaultStoryboardId:
      defaultStoryboardId !== null && isThere(defaultStoryboardId) ? defaultStoryboardId : null,
    slots: slots.filter(({ storyboardId }) => isThere(storyboardId)),
    ...(left.length > 0 && { layers: left }),
  }
}
