import { queryOptions } from '@tanstack/react-query'
import { VIEWERS_CHANGED, VIEWING_EVERY_SECONDS } from '@vitrine/contract/api/content/viewers'
import { api } from '#lib/api.ts'

/** Other people who have a page open. Each load says that this person has, too; hidden tabs are silent. */
export const pageViewersQuery = (pageId: string) =>
  queryOptions({
    queryKey: [VIEWERS_CHANGED, pageId],
    queryFn: async ({ signal }) =>
      (await api.pageViewers.note({ params: { id: pageId }, body: { here: true } }, { signal })).people,
    enabled: pageId !== '',
    refetchInterval: VIEWING_EVERY_SECONDS * 1000,
    staleTime: 0,
    gcTime: 0,
  })

/** Says that this person has closed a page. If it doesn't arrive, the server notices the silence. */
export const leavePage = (pageId: string): void =>
  void api.pageViewers.note({ params: { id: pageId }, body: { here: false } }).catch(() => {})
