import { useQuery } from '@tanstack/react-query'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { deviceGroupsQuery } from '#queries/device-groups.ts'
import { devicesQuery } from '#queries/devices.ts'
import { useCan } from '#ui/work/use-can.ts'

/** Where storyboards are scheduled and shown, as far as the user may see groups and screens. */
export function useWherePlayed() {
  const groups = useQuery({ ...deviceGroupsQuery(), enabled: useCan('read', 'device-groups') })
  const devices = useQuery({ ...devicesQuery(), enabled: useCan('read', 'devices') })
  return {
    /** Groups that play it as the default or in a slot. */
    groupsOf: (id: string): readonly DeviceGroup[] =>
      (groups.data ?? []).filter(
        ({ storyboardId, schedule }) =>
          storyboardId === id || schedule.slots.some((slot) => slot.storyboardId === id),
      ),
    /** The number of screens that report showing it; `undefined` while unknown. */
    screensOf: (id: string): number | undefined =>
      devices.data?.filter(({ playing }) => playing?.storyboardId === id).length,
  }
}
