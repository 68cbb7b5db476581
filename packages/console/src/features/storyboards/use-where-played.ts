import { useQuery } from '@tanstack/react-query'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { devicesQuery } from '#features/devices/queries.ts'
import { deviceGroupsQuery } from '#queries/device-groups.ts'
import { useCan } from '#ui/work/use-can.ts'

/** Where storyboards are scheduled and shown, as far as this person may see groups and screens. */
export function useWherePlayed() {
  const groups = useQuery({ ...deviceGroupsQuery(), enabled: useCan('read', 'device-groups') })
  const devices = useQuery({ ...devicesQuery(), enabled: useCan('read', 'devices') })
  return {
    /** Groups that play it by default or at some time. */
    groupsOf: (id: string): readonly DeviceGroup[] =>
      (groups.data ?? []).filter(
        ({ storyboardId, schedule }) =>
          storyboardId === id || schedule.slots.some((slot) => slot.storyboardId === id),
      ),
    /** How many screens report showing it now; `undefined` while unknown. */
    screensOf: (id: string): number | undefined =>
      devices.data?.filter(({ playing }) => playing?.storyboardId === id).length,
  }
}
