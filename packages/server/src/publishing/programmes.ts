import type { GroupPart, GroupSchedule } from '@vitrine/contract/api/screens/manifest'
import type { UsedBy } from '@vitrine/contract/errors'
import { type ScheduleState, whatPlays } from '@vitrine/contract/schedule/schedule'
import type { Db } from '#db/schema.ts'
import type { DeviceGroupsTable, DevicesTable } from '#db/tables/devices.ts'

type GroupRow = Pick<DeviceGroupsTable, 'programme' | 'nextProgramme' | 'activateAt'>
type OverrideRow = Pick<DevicesTable, 'overrideStoryboardId' | 'overrideSince'>

export interface Programmes {
  current: GroupSchedule
  next: GroupPart['next']
}

/** As stored: a next one may be due already. Screens switch on their own, so nothing is written when it becomes due. */
export function storedProgrammes({ programme, nextProgramme, activateAt }: GroupRow): Programmes {
  const next =
    nextProgramme !== null && activateAt !== null
      ? { activateAt, programme: JSON.parse(nextProgramme) as GroupSchedule }
      : null
  return { current: JSON.parse(programme) as GroupSchedule, next }
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
}: Pick<GroupSchedule, 'defaultStoryboardId' | 'slots'>): string[] => [
  ...(defaultStoryboardId === null ? [] : [defaultStoryboardId]),
  ...slots.map((slot) => slot.storyboardId),
]

/** Groups with the storyboard in their schedule, screens switched to it, and takeovers that show it. */
export async function whoPlays(db: Db, storyboardId: string, now: number): Promise<UsedBy[]> {
  // Ids are free of what LIKE and JSON treat specially; the parse below decides.
  const mentions = `%"${storyboardId}"%`
  const groups = await db
    .selectFrom('device_groups')
    .select(['id', 'name', 'programme', 'nextProgramme', 'activateAt'])
    .where((where) =>
      where.or([where('programme', 'like', mentions), where('nextProgramme', 'like', mentions)]),
    )
    .orderBy('nameKey')
    .orderBy('id')
    .execute()
  const playing = groups.filter((row) => {
    const { current, next } = programmesAt(row, now)
    return [current, ...(next ? [next.programme] : [])].some((each) =>
      storyboardsOf(each).includes(storyboardId),
    )
  })
  const devices = await db
    .selectFrom('devices')
    .leftJoin('device_groups', 'device_groups.id', 'devices.deviceGroupId')
    .select(['devices.id', 'devices.name', 'devices.overrideStoryboardId', 'devices.overrideSince'])
    .select(['device_groups.programme', 'device_groups.nextProgramme', 'device_groups.activateAt'])
    .where('devices.overrideStoryboardId', '=', storyboardId)
    .orderBy('devices.id')
    .execute()
  const holding = devices.filter(({ programme, nextProgramme, activateAt, ...device }) => {
    const programmes = programme === null ? undefined : { programme, nextProgramme, activateAt }
    return overrideAt(device, programmes, now) !== null
  })
  const takeovers = await db
    .selectFrom('takeovers')
    .select(['id', 'title'])
    .where('storyboardId', '=', storyboardId)
    .where('clearedAt', 'is', null)
    .where('endsAt', '>', now)
    .orderBy('id')
    .execute()
  return [
    ...playing.map(({ id, name }) => ({ kind: 'device-group' as const, id, name })),
    ...takeovers.map(({ id, title }) => ({ kind: 'takeover' as const, id, name: title })),
    ...holding.map(({ id, name }) => ({ kind: 'device' as const, id, name })),
  ]
}
