import type { Region } from '@vitrine/contract/api/accounts/region'
import { NO_REGION } from '@vitrine/contract/player/screen-locale'

/** Parses a stored region. */
export const readRegion = (stored: string | null): Region =>
  stored === null ? NO_REGION : { ...NO_REGION, ...(JSON.parse(stored) as Region) }
