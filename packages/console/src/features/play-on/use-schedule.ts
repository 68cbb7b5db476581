import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { Slot } from '@vitrine/contract/api/screens/manifest'
import { api } from '#lib/api.ts'
import { deviceGroupsKey } from '#queries/device-groups.ts'
import { useUndo } from '#ui/work/use-undo.ts'
import { useWriteEach } from '#ui/work/use-write-each.ts'
import { type WeeklyTimes, weeklySlot } from './play-plan.ts'

/** Adds a time slot to the schedules of groups, as they are by then. `undo` takes it out of those that got it. */
export function useSchedule() {
  const undoing = useUndo([deviceGroupsKey])
  const addEach = useWriteEach<{ id: string; name: string; slot: Slot }>({
    write: ({ id, slot }) => changeSlots(id, (slots) => [...slots, slot]),
    invalidates: [deviceGroupsKey],
    quiet: true,
  })
  return async (groups: readonly DeviceGroup[], times: WeeklyTimes, storyboardId: string) => {
    const slot = weeklySlot(times, storyboardId)
    const items = slot ? groups.map(({ id, name }) => ({ id, name, slot })) : []
    const failed = await addEach(items)
    const added = items.filter((item) => !failed.some((one) => one.item === item))
    const takeOut = ({ id }: { id: string }) =>
      changeSlots(id, (slots) => slots.filter((one) => !isSame(one, slot)))
    return { failed, undo: undoing(() => Promise.all(added.map(takeOut))) }
  }
}

const isSame = (one: Slot, other: Slot | undefined) =>
  one.from === other?.from &&
  one.to === other.to &&
  one.storyboardId === other.storyboardId &&
  String(one.days) === String(other.days) &&
  one.startDate === undefined &&
  one.endDate === undefined

async function changeSlots(id: string, change: (slots: readonly Slot[]) => Slot[]): Promise<void> {
  const { name, schedule, version } = (await api.deviceGroups.get({ params: { id } })).deviceGroup
  const body = { name, schedule: { ...schedule, slots: change(schedule.slots) }, version }
  await api.deviceGroups.update({ params: { id }, body })
}
