import { BULK_MAX } from '@vitrine/contract/body-limits'
import { api } from './api.ts'
import { ApiError } from './server/transport.ts'

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
