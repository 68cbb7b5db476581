import type { BulkRefusal } from '@vitrine/contract/api/base/bulk'
import { BULK_PART } from '@vitrine/contract/body-limits'
import { api } from './api.ts'
import { ApiError } from './server/transport.ts'

export const trashKey = ['trash'] as const

/** *Undo* of a deletion. */
export const undoDeletion = ({ id }: { id: string }) => api.trash.restore({ params: { id } })

/** Restores as many as possible, then throws the first refusal. */
export async function undoDeletions(items: readonly { id: string }[]): Promise<void> {
  let first: BulkRefusal | undefined
  for (let start = 0; start < items.length; start += BULK_PART) {
    const ids = items.slice(start, start + BULK_PART).map(({ id }) => id)
    const { refused } = await api.trash.restoreMany({ body: { ids } })
    first ??= refused[0]
  }
  if (first) throw new ApiError(409, first)
}
