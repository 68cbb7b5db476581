import type { BuildingWithDevices } from '@vitrine/contract/api/places/floors'
import { readCoordinates } from '@vitrine/contract/fields/coordinates'
import { stateOf } from '#pictures/screens/device-states.ts'
import { STATUS_TONES, type Status, type Tone } from '#ui/screen/status-tones.ts'
import type { Site } from './site-map.ts'

export type BuildingSite = BuildingWithDevices & Site

const WORST: readonly Tone[] = ['bad', 'warn', 'info', 'ok', 'neutral']

/** The buildings whose coordinates are known. */
export const sitesOf = (buildings: readonly BuildingWithDevices[]): BuildingSite[] =>
  buildings.flatMap((building) => {
    const place = readCoordinates(building.coordinates)
    return place ? [{ ...building, ...place }] : []
  })

/** The number of a building's screens per status, worst first. */
export function statesOf({ floors }: Pick<BuildingWithDevices, 'floors'>): [Status, number][] {
  const counts = new Map<Status, number>()
  for (const device of floors.flatMap(({ devices }) => devices)) {
    const state = stateOf(device)
    counts.set(state, (counts.get(state) ?? 0) + 1)
  }
  return [...counts].sort(([one], [other]) => rank(one) - rank(other))
}

/** The worst status of the sites' screens; undefined without screens. */
export const worstOf = (sites: readonly Pick<BuildingWithDevices, 'floors'>[]): Status | undefined =>
  statesOf({ floors: sites.flatMap(({ floors }) => floors) })[0]?.[0]

const rank = (status: Status) => WORST.indexOf(STATUS_TONES[status])
