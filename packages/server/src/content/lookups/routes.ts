import { type LookupEntry, lookups } from '@vitrine/contract/api/content/lookups'
import { SOURCES_LOOKUP } from '@vitrine/contract/document/source-data'
import { DURATIONS } from '@vitrine/contract/fields/durations'
import { FONTS } from '@vitrine/contract/fields/font-families'
import { can, PERMISSIONS } from '@vitrine/contract/permissions'
import { GMT_ZONES } from '@vitrine/contract/schedule/time-zone'
import { searchKey } from '@vitrine/contract/search-key'
import { DEFINITIONS } from '@vitrine/widgets/definitions'
import { feature } from '#base/handler.ts'
import { openCities } from '#data/cities/api.ts'
import { sourceNames } from '#data/sources/queries.ts'
import { forbidden, notFound } from '#lib/errors.ts'

const named = (values: readonly string[]) => values.map((value) => ({ label: value, value }))

const LISTS = {
  timezones: GMT_ZONES,
  roles: [
    { label: 'Super admin', value: '0' },
    { label: 'Admin', value: '1' },
    { label: 'User', value: '2' },
  ],
  permissions: named(PERMISSIONS),
  'prayer-methods': DEFINITIONS.prayer.fields.prayerCalcMethod.options,
  fonts: named(FONTS),
  /** Seconds; 0 is the zone's interval, -1 a video's full length. */
  durations: DURATIONS,
  'device-types': [
    { label: 'TV', value: 0 },
    { label: 'Mobile', value: 1 },
    { label: 'Touch', value: 2 },
  ],
  'screen-sizes': [
    { label: '1920x1080', value: 1 },
    { label: '1080x1920', value: 2 },
    { label: '7560x2160', value: 3 },
  ],
} as const

export const lookupsFeature = feature(lookups, {
  get: async ({ params: { name }, query: { search = '', timeZone }, tenantDb, session }) => {
    if (name === SOURCES_LOOKUP) {
      if (!can(session, 'read', 'media')) throw forbidden()
      return { data: await sourceNames(tenantDb(session.organizationId), search) }
    }
    if (name === 'cities') {
      const cities = await openCities()
      return { data: timeZone === undefined ? cities.search(search) : await cities.ofZone(timeZone) }
    }
    if (!Object.hasOwn(LISTS, name)) throw notFound('List not found')
    const wanted = searchKey(search)
    const entries: readonly LookupEntry[] = LISTS[name as keyof typeof LISTS]
    return { data: entries.filter(({ label }) => searchKey(label).includes(wanted)) }
  },
})
