import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { isTimeZone } from '@vitrine/contract/schedule/time-zone'
import { ownZone, zoneChoices } from '#lib/text/time-zone.ts'

/** The time zone of most groups, the browser's among equals. */
export function commonZone(groups: readonly DeviceGroup[]): string {
  const counts = new Map([[ownZone(), 0.5]])
  for (const { schedule } of groups) counts.set(schedule.timezone, (counts.get(schedule.timezone) ?? 0) + 1)
  const [[zone] = ['UTC']] = [...counts].sort(([, a], [, b]) => b - a)
  return isTimeZone(zone) ? zone : 'UTC'
}

/** The name of a time zone in selects. */
export const zoneName = (zone: string): string =>
  zoneChoices(zone).find(({ value }) => value === zone)?.label ?? zone
