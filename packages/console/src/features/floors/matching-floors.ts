import type { BuildingWithDevices } from '@vitrine/contract/api/floors'

/**
 * What of the tree a search leaves: a building whose name or place matches with all its floors, else its floors that
 * match with all their devices, else the floors with devices that match.
 */
export function matchingFloors(
  buildings: readonly BuildingWithDevices[],
  search: string,
): readonly BuildingWithDevices[] {
  const wanted = search.trim().toLowerCase()
  if (!wanted) return buildings
  const has = (text: string) => text.toLowerCase().includes(wanted)
  return buildings.flatMap((building) => {
    if (has(building.name) || has(building.location)) return [building]
    const floors = building.floors.flatMap((floor) => {
      if (has(floor.name)) return [floor]
      const devices = floor.devices.filter(({ name }) => has(name))
      return devices.length ? [{ ...floor, devices }] : []
    })
    return floors.length ? [{ ...building, floors }] : []
  })
}
