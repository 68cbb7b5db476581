import { useQuery } from '@tanstack/react-query'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useReach } from '#ui/work/use-can.ts'
import { buildingsQuery } from './buildings.ts'

type Where = Pick<Device, 'floorId' | 'deviceGroupId'>

/** Whether the current user's right to change screens, or to start takeovers on them, holds for a screen. */
export function useReachesScreen(area: 'devices' | 'takeovers'): (screen: Where) => boolean {
  const isReached = useReach(area)
  const isEverywhere = isReached('everywhere')
  // A screen names its floor; rights also hold for buildings.
  const { data: buildings = [] } = useQuery({ ...buildingsQuery(), enabled: !isEverywhere })
  const buildingOf = new Map(buildings.flatMap(({ id, floors }) => floors.map((floor) => [floor.id, id])))
  return ({ floorId, deviceGroupId }) =>
    isEverywhere || isReached({ floorId, deviceGroupId, buildingId: buildingOf.get(floorId ?? '') })
}
