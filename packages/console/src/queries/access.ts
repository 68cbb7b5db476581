import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

const accessKey = ['access'] as const

/** Whose access: a person's, a key's, or a role's; without a name, one's own. */
export interface Holder {
  of: 'person' | 'key' | 'role'
  id: string
  name?: string
}

/** What someone may see and change. */
export const accessQuery = ({ of, id }: Pick<Holder, 'of' | 'id'>) =>
  queryOptions({
    queryKey: [...accessKey, of, id],
    queryFn: async ({ signal }) => (await api.access[of]({ params: { id } }, { signal })).access,
    staleTime: 0,
  })

/** Who may change a screen. */
export const screenAccessQuery = (id: string) =>
  queryOptions({
    queryKey: [...accessKey, 'screen', id],
    queryFn: async ({ signal }) => (await api.access.device({ params: { id } }, { signal })).access,
    staleTime: 0,
  })
