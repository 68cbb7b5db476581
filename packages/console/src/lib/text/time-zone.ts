import { GMT_ZONES, zoneToOffer } from '@vitrine/contract/schedule/time-zone'
import { clock } from '#lib/clock.ts'

/** The zone of this browser's clock. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''

/** The zone that this browser's clock suggests for new schedules. */
export const suggestedZone = (): string => zoneToOffer(ownZone(), clock.now())

/**
 * The zones to choose from: this browser's own and the chosen one, the 25 of whole hours, and every city that this
 * browser knows.
 */
export function zoneChoices(chosen: string): { label: string; value: string }[] {
  const first = new Set([suggestedZone(), chosen])
  for (const { value } of GMT_ZONES) first.delete(value)
  const cities = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/') && !first.has(zone))
  const named = (value: string) => ({ value, label: cityOf(value) })
  return [
    ...[...first].map(named),
    ...GMT_ZONES.map(({ value, label }) => ({ value, label })),
    ...cities.filter((zone) => !zone.startsWith('Etc/')).map(named),
  ]
}

/** `Europe/Berlin` as `Berlin (Europe)`, so that people find their city by typing it. */
function cityOf(zone: string): string {
  const [area = '', ...city] = zone.replaceAll('_', ' ').split('/')
  return city.length ? `${city.toReversed().join(', ')} (${area})` : area
}
