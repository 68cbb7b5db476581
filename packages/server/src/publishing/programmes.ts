import type { GroupPart, Programme } from '@vitrine/contract/manifest'
import { type ScheduleState, whatPlays } from '@vitrine/contract/schedule'
import type { Db, DeviceGroupsTable, DevicesTable } from '#db/schema.ts'

type GroupRow = Pick<DeviceGroupsTable, 'programme' | 'nextProgramme' | 'activateAt'>
type OverrideRow = Pick<DevicesTable, 'overrideStoryboardId' | 'overrideSince'>

export interface Programmes {
  current: Programme
  next: GroupPart['next']
}

/** As stored: a next one may be due already. Screens switch by themselves, so nothing is written when it becomes due. */
export function storedProgrammes({ programme, nextProgramme, activateAt }: GroupRow): Programmes {
  const next =
    nextProgramme !== null && activateAt !== null
      ? { activateAt, programme: JSON.parse(nextProgramme) as Programme }
      : null
  return { current: JSON.parse(programme) as Programme, next }
}

/** As it holds at an instant: a due next one is the current one. */
export function programmesAt(row: GroupRow, now: number): Programmes {
  const stored = storedProgrammes(row)
  return stored.next && stored.next.activateAt <= now
    ? { current: stored.next.programme, next: null }
    : stored
}

/** The story that a screen was switched to by hand, as long as it still holds; else null. */
export function overrideAt(device: OverrideRow, group: GroupRow | undefined, now: number): string | null {
  const { overrideStoryboardId: storyboardId, overrideSince: since } = device
  if (storyboardId === null || since === null) return null
  const programmes = group ? storedProgrammes(group) : { current: null, next: null }
  const state: ScheduleState = { ...programmes, override: { storyboardId, since } }
  return whatPlays(state, now).reason === 'override' ? storyboardId : null
}

export const storyboardsOf = ({
  defaultStoryboardId,
  slots,
}: Pick<Programme, 'defaultStoryboardId' | 'slots'>): string[] => [
  ...(defaultStoryboardId === null ? [] : [defaultStoryboardId]),
  ...slots.map((slot) => slot.storyboardId),
]

/** The name of a group whose schedule, or of a screen whose switched story, is this storyboard; else undefined. */
export async function whoPlays(db: Db, storyboardId: string, now: number): Promise<string | undefined> {
  // Ids are free of what LIKE and JSON treat specially; the parse below decides.
  const mentions = `%"${storyboardId}"%`
  const groups = await db
    .selectFrom('device_groups')
    .select(['id', 'name', 'programme', 'nextProgramme', 'activateAt'])
    .where((where) =>
      where.or([where('programme', 'like', mentions), where('nextProgramme', 'like', mentions)]),
    )
    .execute()
  const group = groups.find((row) => {
    const { current, next } = programmesAt(row, now)
    return [current, ...(next ? [next.programme] : [])].some((each) =>
      storyboardsOf(each).includes(storyboardId),
    )
  })
  if (group) return group.name
  const devices = await db
    .selectFrom('devices')
    .leftJoin('device_groups', 'device_groups.id', 'devices.deviceGroupId')
    .select(['devices.name', 'devices.overrideStoryboardId', 'devices.overrideSince'])
    .select(['device_groups.programme', 'device_groups.nextProgramme', 'device_groups.activateAt'])
    .where('devices.overrideStoryboardId', '=', storyboardId)
    .execute()
  const holds = devices.find(({ programme, nextProgramme, activateAt, ...device }) => {
    const programmes = programme === null ? undefined : { programme, nextProgramme, activateAt }
    return overrideAt(device, programmes, now) !== null
  })
  return holds?.name
}
