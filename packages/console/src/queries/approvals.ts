import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

/** Everything about changes that wait for approval. */
export const approvalsKey = ['approvals'] as const

/** Changes shown at a time; each loads its pictures. */
const SHOWN = 50

/** The first changes that wait, oldest first, and their number. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: [...approvalsKey, 'list'],
    queryFn: async ({ signal }) => {
      const { changes, total } = await api.approvals.list({ query: { page: 1, pageSize: SHOWN } }, { signal })
      return { changes, total: total ?? changes.length }
    },
    // Other people save, too.
    staleTime: 0,
  })

/** What screens play of a change, and what they would play. `at`: when it was changed last. */
export const changeQuery = (id: string, at: string) =>
  queryOptions({
    queryKey: [...approvalsKey, id, at],
    queryFn: async ({ signal }) => api.approvals.get({ params: { id } }, { signal }),
    staleTime: 0,
  })

export const approvalSettingsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...approvalsKey, 'settings', organizationId],
    queryFn: async ({ signal }) =>
      (await api.approvals.settings({ params: { id: organizationId } }, { signal })).settings,
  })
