import type { BuildingWithDevices } from '@vitrine/contract/api/places/floors'

/**
 * The tree filtered by a search: a building that matches keeps all its floors; otherwise floors that match keep all
 * their devices; otherwise only devices that match remain.
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
