import type { Building } from '@vitrine/contract/api/places/buildings'
import type { DeviceConfiguration } from '@vitrine/contract/api/screens/device-configurations'
import { type DeviceFacet, isInState } from '@vitrine/contract/api/screens/device-facets'
import type { Device } from '@vitrine/contract/api/screens/devices'

/** Criteria for the screens to list. */
export interface ScreenFilter {
  search: string
  /** `building <id>` or `floor <id>`. */
  place: string | null
  /** A group's id, or `NO_GROUP`. */
  group: string | null
  status: DeviceFacet | null
  configuration: string | null
  tag: string | null
}

export const NO_FILTER: ScreenFilter = {
  search: '',
  place: null,
  group: null,
  status: null,
  configuration: null,
  tag: null,
}
export const NO_GROUP = 'none'

interface Known {
  buildings: readonly Building[]
  configurations: readonly DeviceConfiguration[]
}

/** Whether a filter applies to screens only, not to groups. */
export const isOfScreens = ({ place, group, status, configuration, tag }: ScreenFilter): boolean =>
  [place, group, status, configuration, tag].some((each) => each !== null)

/** Returns a predicate for the screens that match a filter. */
export function screenMatcher(
  { search, place, group, status, configuration, tag }: ScreenFilter,
  { buildings, configurations }: Known,
): (device: Device) => boolean {
  const wanted = search.trim().toLowerCase()
  const [kind, placeId] = place?.split(' ') ?? []
  const floors = new Set(
    kind === 'building'
      ? buildings.find(({ id }) => id === placeId)?.floors.map(({ id }) => id)
      : placeId && [placeId],
  )
  const configurationOf = ownOrOfGroup(configurations)
  return (device) =>
    (device.name.toLowerCase().includes(wanted) ||
      (device.deviceGroup?.name.toLowerCase().includes(wanted) ?? false) ||
      (device.tags?.some((each) => each.toLowerCase().includes(wanted)) ?? false)) &&
    (place === null || floors.has(device.floorId ?? '')) &&
    (tag === null || (device.tags?.includes(tag) ?? false)) &&
    (group === null || (device.deviceGroupId ?? NO_GROUP) === group) &&
    (status === null || isInState(status, device)) &&
    (configuration === null || configurationOf(device) === configuration)
}

/** A screen's own configuration overrides its group's. */
function ownOrOfGroup(configurations: readonly DeviceConfiguration[]) {
  const of = (kind: 'devices' | 'deviceGroups') =>
    new Map(configurations.flatMap((each) => each[kind].map((id) => [id, each.id] as const)))
  const [ofDevices, ofGroups] = [of('devices'), of('deviceGroups')]
  return ({ id, deviceGroupId }: Device) => ofDevices.get(id) ?? ofGroups.get(deviceGroupId ?? '')
}
