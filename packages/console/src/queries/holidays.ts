import { queryOptions } from '@tanstack/react-query'
import { HOLIDAYS_FROM, HOLIDAYS_TO } from '@vitrine/contract/api/screens/holidays'
import { api } from '#lib/api.ts'
import { textLanguage } from '#lib/text/i18n.ts'

/** The organization may get a country in the meantime. */
const FRESH_MS = 60_000

/** Public holidays of consecutive days. `country`: two letters; undefined: the organization's. */
export function holidaysQuery(days: readonly string[], country: string | undefined) {
  const asked = days.filter((day) => day >= HOLIDAYS_FROM && day <= HOLIDAYS_TO)
  const [first = '', last = ''] = [asked[0], asked.at(-1)]
  const query = { first, last, country, language: textLanguage() }
  return queryOptions({
    queryKey: ['holidays', query],
    queryFn: ({ signal }) => api.deviceGroups.holidays({ query }, { signal }),
    enabled: asked.length > 0,
    staleTime: FRESH_MS,
    retry: 1,
  })
}
