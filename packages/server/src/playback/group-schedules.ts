import type { GroupPart, GroupSchedule } from '@vitrine/contract/api/playback/manifest'
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

/** Schedules at an instant: a due next one is the current one. */
export function schedulesAt(row: GroupRow, now: number): GroupSchedules {
  const stored = storedSchedules(row)
  return stored.next && stored.next.activateAt <= now
    ? { current: stored.next.programme, next: null }
    : stored
}

export const storyboardsOf = ({
  defaultStoryboardId,
  slots,
}: Pick<GroupSchedule, 'defaultStoryboardId' | 'slots'>): string[] => [
  ...(defaultStoryboardId === null ? [] : [defaultStoryboardId]),
  ...slots.map((slot) => slot.storyboardId),
]
