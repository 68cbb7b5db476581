import { queryOptions } from '@tanstack/react-query'
import type { TrashItem, TrashKind } from '@vitrine/contract/api/trash'
import { BULK_MAX } from '@vitrine/contract/body-limits'
import { api } from '#lib/api.ts'
import { ApiError } from '#lib/server/transport.ts'
import type { ListSource } from '#ui/list/list-source.ts'

export const trashKey = ['trash'] as const

/** For the *Undo* of a deletion. */
export const undoDeletion = ({ id }: { id: string }) => api.trash.restore({ params: { id } })

export async function undoDeletions(items: readonly { id: string }[]): Promise<void> {
  for (let start = 0; start < items.length; start += BULK_MAX) {
    const ids = items.slice(start, start + BULK_MAX).map(({ id }) => id)
    const { refused } = await api.trash.restoreMany({ body: { ids } })
    const [first] = refused
    if (first) throw new ApiError(409, first)
  }
}

export const trashSource = (kind: TrashKind | undefined) =>
  ({
    key: [...trashKey, kind ?? 'all'],
    load: async (query, options) => {
      const { trash: rows, total } = await api.trash.list({ query: { ...query, kind } }, options)
      return { rows, total }
    },
  }) satisfies ListSource<TrashItem>

/** Bytes that the whole trash takes. */
export const trashBytesQuery = () =>
  queryOptions({
    queryKey: [...trashKey, 'bytes'],
    queryFn: async ({ signal }) =>
      (await api.trash.list({ query: { page: 1, pageSize: 1 } }, { signal })).bytes,
  })
