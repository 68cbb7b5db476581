import type { Slot } from '@vitrine/contract/api/playback/manifest'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { api } from '#lib/api.ts'
import { ApiError } from '#lib/server/transport.ts'
import { suggestedZone } from '#lib/text/time-zone.ts'
import { deviceGroupsKey } from '#queries/device-groups.ts'
import { devicesKey } from '#queries/devices.ts'
import { useUndo } from '#ui/work/use-undo.ts'
import { type FailedItem, useWriteEach } from '#ui/work/use-write-each.ts'
import { type Targets, type WeeklyTimes, weeklySlot } from './play-plan.ts'

type Schedule = DeviceGroup['schedule']
type Named = Pick<DeviceGroup, 'id' | 'name'>

/** Attempts to change a group that others change at the same time. */
const TRIES = 3

/** A change of a group's schedule, or the group that a screen gets. */
interface Change extends Named {
  write: () => Promise<unknown>
  /** Undoes it; throws if someone changed the same part since. */
  back: () => Promise<unknown>
}

/** Changes the schedules of groups, based on their current version; a screen without a group gets its own. */
export function useSchedule() {
  const lists = [deviceGroupsKey, devicesKey]
  const undoing = useUndo(lists)
  const changeEach = useWriteEach<Change>({ write: ({ write }) => write(), invalidates: lists, quiet: true })
  const changeAll = async (
    changes: readonly Change[],
  ): Promise<{ failed: FailedItem<Named>[]; undo: () => void }> => {
    const failed = await changeEach(changes)
    const done = changes.filter((change) => !failed.some(({ item }) => item === change))
    return { failed, undo: undoing(() => everyOne(done, ({ back }) => back())) }
  }

  return {
    /** Adds a time slot. */
    addSlot: ({ groups, devices }: Targets, times: WeeklyTimes, storyboardId: string) => {
      const slot = weeklySlot(times, storyboardId)
      if (!slot) return changeAll([])
      return changeAll([
        ...groups.map(({ id, name }) => ({
          ...{ id, name },
          write: () => changeSchedule(id, (schedule) => ({ ...schedule, slots: [...schedule.slots, slot] })),
          back: () =>
            changeSchedule(id, (schedule) => ({ ...schedule, slots: without(schedule.slots, slot) })),
        })),
        ...devices.map((device) => newGroup(device, { defaultStoryboardId: null, slots: [slot] })),
      ])
    },
    setDefault: ({ groups, devices }: Targets, storyboardId: string) =>
      changeAll([
        ...groups.map(({ id, name, schedule: before }) => ({
          ...{ id, name },
          write: () => changeSchedule(id, (schedule) => ({ ...schedule, defaultStoryboardId: storyboardId })),
          back: () =>
            changeSchedule(id, (schedule) => {
              if (schedule.defaultStoryboardId !== storyboardId) throw changedSince()
              return { ...schedule, defaultStoryboardId: before.defaultStoryboardId }
            }),
        })),
        ...devices.map((device) => newGroup(device, { defaultStoryboardId: storyboardId, slots: [] })),
      ]),
  }
}

/** A group of one screen, named after it. */
function newGroup({ id, name, organizationId }: Device, schedule: Omit<Schedule, 'timezone'>): Change {
  let made = ''
  return {
    ...{ id, name },
    write: async () => {
      const body = {
        name,
        organizationId,
        devices: [id],
        schedule: { ...schedule, timezone: suggestedZone() },
      }
      made = (await api.deviceGroups.create({ body })).deviceGroup.id
    },
    back: () => api.deviceGroups.remove({ params: { id: made }, body: {} }),
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

async function changeSchedule(id: string, change: (schedule: Schedule) => Schedule): Promise<void> {
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
