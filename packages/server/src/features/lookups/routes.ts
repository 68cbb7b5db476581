import { lookups } from '@vitrine/contract/lookups'
import { PERMISSIONS } from '@vitrine/contract/permissions'
import { GMT_ZONES } from '@vitrine/contract/schedule'
import { feature } from '#features/handler.ts'
import { notFound } from '#lib/errors.ts'

const named = (values: readonly string[]) => values.map((value) => ({ label: value, value }))

const LISTS = {
  timezones: GMT_ZONES,
  roles: [
    { label: 'Super admin', value: '0' },
    { label: 'Admin', value: '1' },
    { label: 'User', value: '2' },
  ],
  permissions: named(PERMISSIONS),
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
  get: async ({ params }) => {
    if (!Object.hasOwn(LISTS, params.name)) throw notFound('There is no such list')
    return { data: [...LISTS[params.name as keyof typeof LISTS]] }
  },
})
