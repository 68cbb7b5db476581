import { GMT_ZONES } from '@vitrine/contract/schedule/time-zone'
import { createContext, use } from 'react'
import { cityOf } from './time-zone.ts'

export const ZoneContext = createContext<string | undefined>(undefined)

/** The time zone of the page's times; undefined: the browser's. */
export const usePageZone = (): string | undefined => use(ZoneContext)

/** `Berlin (Europe)`, `GMT+02:00`. */
export const zoneText = (zone: string): string =>
  GMT_ZONES.find(({ value }) => value === zone)?.label ?? cityOf(zone)
