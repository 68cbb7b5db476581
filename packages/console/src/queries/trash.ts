import { queryOptions } from '@tanstack/react-query'
import type { TrashKind } from '@vitrine/contract/api/content/trash/kinds'
import type { TrashItem } from '@vitrine/contract/api/content/trash/trash'
import { api } from '#lib/api.ts'
import { trashKey } from '#lib/trash.ts'
import type { ListSource } from '#ui/list/list-source.ts'

export const trashSource = (kind: TrashKind | undefined) =>
  ({
    key: [...trashKey, kind ?? 'all'],
    load: async (query, options) => {
      const { trash: rows, total } = await api.trash.list({ query: { ...query, kind } }, options)
      return { rows, total }
    },
  }) satisfies ListSource<TrashItem>

/** The total size of the trash in bytes. */
export const trashBytesQuery = () =>
  queryOptions({
    queryKey: [...trashKey, 'bytes'],
    queryFn: async ({ signal }) =>
      (await api.trash.list({ query: { page: 1, pageSize: 1 } }, { signal })).bytes,
  })
