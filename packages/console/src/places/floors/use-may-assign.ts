import { useQuery } from '@tanstack/react-query'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { deviceGroupsQuery } from '#queries/device-groups.ts'
import { useReachesScreen } from '#queries/use-reaches-screen.ts'
import { useCan, useReach } from '#ui/work/use-can.ts'

interface Floor {
  floorId: string
  buildingId: string
}

/** Whether the current user may put screens on a floor: there, or screens of groups that they may change. */
export function useMayAssign(): (floor: Floor) => boolean {
  const mayWrite = useCan('write', 'devices')
  const isReached = useReach('devices')
  const isEverywhere = isReached('everywhere')
  const { data: groups = [] } = useQuery({ ...deviceGroupsQuery(), enabled: mayWrite && !isEverywhere })
  const isByGroup = groups.some(({ id }) => isReached({ deviceGroupId: id }))
  return (floor) => mayWrite && (isEverywhere || isByGroup || isReached(floor))
}

/** Whether they may put a screen on a floor, or take it from there: it must not leave what they may change. */
export function useMayMove(floor: Floor): (screen: Device) => boolean {
  const isReached = useReach('devices')
  const reachesScreen = useReachesScreen('devices')
  return (screen) => {
    const { deviceGroupId } = screen
    const isThere = screen.floorId === floor.floorId
    return reachesScreen(screen) && isReached(isThere ? { deviceGroupId } : { ...floor, deviceGroupId })
  }
}
