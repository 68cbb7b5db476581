import type { Slot } from '@vitrine/contract/api/playback/manifest'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { api } from '#lib/api.ts'
import { ApiError } from '#lib/server/transport.ts'
import { deviceGroupsKey } from '#queries/device-groups.ts'
import { useUndo } from '#ui/work/use-undo.ts'
import { type FailedItem, useWriteEach } from '#ui/work/use-write-each.ts'
import { type WeeklyTimes, weeklySlot } from './play-plan.ts'

type Schedule = DeviceGroup['schedule']
type GroupName = Pick<DeviceGroup, 'id' | 'name'>

/** Attempts to change a group that others change at the same time. */
const TRIES = 3

interface Change {
  group: GroupName
  change: (schedule: Schedule) => Schedule
}

/** Changes groups' schedules, based on their current version. */
export function useSchedule() {
  const undoing = useUndo([deviceGroupsKey])
  const changeEach = useWriteEach<Change>({
    write: ({ group, change }) => changeSchedule(group.id, change),
    invalidates: [deviceGroupsKey],
    quiet: true,
  })
  /** `back` undoes the change of a group; throws if someone changed the same part since. */
  const changeAll = async <Group extends GroupName>(
    groups: readonly Group[],
    change: (schedule: Schedule, group: Group) => Schedule,
    back: (schedule: Schedule, group: Group) => Schedule,
  ): Promise<{ failed: FailedItem<GroupName>[]; undo: () => void }> => {
    const items = groups.map((group) => ({
      group,
      change: (schedule: Schedule) => change(schedule, group),
    }))
    const left = await changeEach(items)
    const changed = groups.filter(({ id }) => !left.some(({ item }) => item.group.id === id))
    const undoEach = () =>
      everyOne(changed, (group) => changeSchedule(group.id, (schedule) => back(schedule, group)))
    const failed = left.map(({ item: { group }, reason }) => ({ item: group, reason }))
    return { failed, undo: undoing(undoEach) }
  }

  return {
    /** Adds a time slot. */
    addSlot: (groups: readonly DeviceGroup[], times: WeeklyTimes, storyboardId: string) => {
      const slot = weeklySlot(times, storyboardId)
      return changeAll(
        slot ? groups : [],
        (schedule) => ({ ...schedule, slots: [...schedule.slots, ...(slot ? [slot] : [])] }),
        (schedule) => ({ ...schedule, slots: without(schedule.slots, slot) }),
      )
    },
    setDefault: (groups: readonly DeviceGroup[], storyboardId: string) =>
      changeAll(
        groups,
        (schedule) => ({ ...schedule, defaultStoryboardId: storyboardId }),
        (schedule, { schedule: before }) => {
          if (schedule.defaultStoryboardId !== storyboardId) throw changedSince()
          return { ...schedule, defaultStoryboardId: before.defaultStoryboardId }
        },
      ),
  }
}

const changedSince = () => new ApiError(409, { message: '', errKey: 'CONFLICT' })

/** Removes the added slot. Equal slots would overlap, so at most one matches; none if it was edited. */
function without(slots: readonly Slot[], added: Slot | undefined): Slot[] {
  const place = slots.findLastIndex((slot) => textOf(slot) === (added && textOf(added)))
  if (place < 0) throw changedSince()
  return slots.toSpliced(place, 1)
}

/** A canonical text of a slot, for comparison. */
const textOf = (slot: Slot): string =>
  JSON.stringify([
    ...[slot.from, slot.to, slot.storyboardId, slot.overnight === true],
    ...[slot.days?.toSorted(), slot.startDate, slot.endDate, slot.except?.toSorted(), slot.event].map(
      (part) => part ?? null,
    ),
  ])

/** Runs `work` for all items, then throws the first error. */
async function everyOne<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const results = await Promise.allSettled(items.map(work))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

async function changeSchedule(id: string, change: Change['change']): Promise<void> {
  for (let left = TRIES - 1; ; left--) {
    const { name, schedule, version } = (await api.deviceGroups.get({ params: { id } })).deviceGroup
    const body = { name, schedule: change(schedule), version }
    try {
      await api.deviceGroups.update({ params: { id }, body })
      return
    } catch (error) {
      const isLate = error instanceof ApiError && error.errKey === 'CONFLICT'
      if (!isLate || left === 0) throw error
    }
  }
}
