import { GMT_ZONES, zoneToOffer } from '@vitrine/contract/schedule/time-zone'
import { clock } from '#lib/clock.ts'

/** The zone of this browser's clock. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''

/** The zone that this browser's clock suggests for new schedules. */
export const suggestedZone = (): string => zoneToOffer(ownZone(), clock.now())

/** The zones to choose from: the 25 of whole hours, this browser's own, and the one that is chosen already. */
export function zoneChoices(chosen: string): { label: string; value: string }[] {
  const others = new Set([suggestedZone(), chosen])
  for (const { value } of GMT_ZONES) others.delete(value)
  return [...[...others].map((value) => ({ value, label: value.replaceAll('_', ' ') })), ...GMT_ZONES]
}
