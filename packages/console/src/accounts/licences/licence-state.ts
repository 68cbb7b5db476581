import type { Licence } from '@vitrine/contract/api/accounts/licences'

const DAY = 86_400_000
/** Warn this many days before a license expires. */
const SOON = 30

export type LicenceState = 'active' | 'expiring' | 'expired' | 'full'

/** Days until the last valid day, in UTC: 0 is today, negative has expired; null never expires. */
export function daysLeft(expiresAt: string | null, now: number): number | null {
  return expiresAt === null ? null : Math.round(Date.parse(expiresAt) / DAY) - Math.floor(now / DAY)
}

/** The most limiting state wins: neither an expired nor a full license accepts screens. */
export function licenceState(
  { expiresAt, devicesCount, usedDevices }: Pick<Licence, 'expiresAt' | 'devicesCount' | 'usedDevices'>,
  now: number,
): LicenceState {
  const left = daysLeft(expiresAt, now)
  if (left !== null && left < 0) return 'expired'
  if (usedDevices >= devicesCount) return 'full'
  return left !== null && left <= SOON ? 'expiring' : 'active'
}

/** Days before expiry at which the banner appears, and then reappears. */
const URGENCIES = [
  { name: 'last', days: 1 },
  { name: 'week', days: 7 },
  { name: 'month', days: 30 },
] as const

/** The license that expires next or has expired, from 30 days before; undefined otherwise. */
export function nextToExpire<L extends Pick<Licence, 'expiresAt'>>(licences: readonly L[], now: number) {
  const ending = licences
    .flatMap((licence) => {
      const left = daysLeft(licence.expiresAt, now)
      const urgency = left === null ? undefined : URGENCIES.find(({ days }) => left <= days)
      return left !== null && urgency ? [{ licence, left, urgency: urgency.name }] : []
    })
    .sort((a, b) => a.left - b.left)
  return ending[0]
}
