import { queryOptions } from '@tanstack/react-query'
import { Fields } from '@vitrine/contract/api/base/fields'
import type { Media } from '@vitrine/contract/api/content/media'
import { PackageParts } from '@vitrine/contract/api/content/packages'
import { readValues, type Values } from '@vitrine/contract/fields/values'
import { api } from '#lib/api.ts'
import { ApiError } from '#lib/server/transport.ts'
import { mediaKey } from '#queries/media.ts'

/** A package's form and saved values; `fields` is null without a form. */
export interface PackageForm {
  fields: Fields | null
  values: Values
  parts: PackageParts
}

/** Each of a package's three files is optional. */
const orNothing = (error: unknown): null => {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

export const packageQuery = ({ id, organizationId, version }: Media) =>
  queryOptions({
    queryKey: [...mediaKey, 'package', id, version],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<PackageForm> => {
      const at = { params: { organizationId, id } }
      const [schema, model, widgets] = await Promise.all([
        api.packages.schema(at, { signal }).catch(orNothing),
        api.packages.model(at, { signal }).catch(orNothing),
        api.packages.widgets(at, { signal }).catch(orNothing),
      ])
      const { data: fields = null } = Fields.safeParse(schema)
      const { data: parts = [] } = PackageParts.safeParse(widgets)
      return { fields, values: fields ? readValues(fields, model) : {}, parts }
    },
  })
