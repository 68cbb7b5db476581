import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { whatPlays } from '@vitrine/contract/schedule/schedule'

type Screen = Pick<Device, 'deviceGroupId' | 'traits'>
type Group = Pick<DeviceGroup, 'id' | 'schedule' | 'delivery'>

/** When the schedules of screens change next. */
export interface NextChange {
  /** The first and the last of the next changes; null if no schedule changes. */
  first: number | null
  last: number | null
  /** Whether some of the screens have no change coming. */
  isOpen: boolean
}

/** When manual switches that begin at an instant would end with the schedules of their screens. */
export function nextChange(screens: readonly Screen[], groups: readonly Group[], start: number): NextChange {
  const known = new Map<string, number | null>()
  for (const { deviceGroupId, traits } of screens) {
    const group = groups.find(({ id }) => id === deviceGroupId)
    const hasRules = group?.schedule.slots.some((slot) => slot.screens) ?? false
    const key = JSON.stringify([deviceGroupId, hasRules && traits])
    if (!known.has(key)) known.set(key, group ? endOf(group, traits, start) : null)
  }
  const ends = [...known.values()]
  const all = ends.filter((end) => end !== null)
  return {
    first: all.length > 0 ? Math.min(...all) : null,
    last: all.length > 0 ? Math.max(...all) : null,
    isOpen: ends.includes(null),
  }
}

function endOf({ schedule, delivery: { activateAt } }: Group, traits: Screen['traits'], start: number) {
  const current = { ...schedule, activeFrom: 0 }
  const { until } = whatPlays(
    { current, next: null, override: { storyboardId: '', since: start }, ...(traits && { traits }) },
    start,
  )
  // A schedule that was saved a moment ago ends switches when it begins.
  const begins = activateAt !== null && activateAt > start ? activateAt : null
  return until === null || begins === null ? (until ?? begins) : Math.min(until, begins)
}
