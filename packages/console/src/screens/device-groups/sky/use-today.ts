import { readingAt } from '@vitrine/contract/schedule/day'
import { knownZone } from '@vitrine/contract/schedule/time-zone'
import { useWatch } from 'react-hook-form'
import { useNow } from '#lib/use-now.ts'

/** The form's time zone, and today's date there. */
export function useToday(): { date: string; timezone: string } {
  const zone = useWatch({ name: 'timezone' }) as string
  const timezone = knownZone(zone)
  return { timezone, date: readingAt(timezone, useNow(60_000)).date }
}
