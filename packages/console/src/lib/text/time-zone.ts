import { GMT_ZONES, zoneToOffer } from '@vitrine/contract/schedule/time-zone'
import { clock } from '#lib/clock.ts'

/** The browser's time zone. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''

/** The browser's time zone as the default for new schedules. */
export const suggestedZone = (): string => zoneToOffer(ownZone(), clock.now())

/**
 * Time zone options: the browser's own and the chosen one, the 25 whole-hour offsets, and every city that the browser
 * knows.
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

/** Formats `Europe/Berlin` as `Berlin (Europe)`, which users find by typing the city. */
export function cityOf(zone: string): string {
  const [area = '', ...city] = zone.replaceAll('_', ' ').split('/')
  return city.length ? `${city.toReversed().join(', ')} (${area})` : area
}
