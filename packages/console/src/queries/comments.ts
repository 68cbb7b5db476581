import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const commentsKey = ['comments'] as const

/** The comments on a page, oldest first, with the beginning of their texts. */
export const commentsQuery = (pageId: string) =>
  queryOptions({
    queryKey: [...commentsKey, 'of', pageId],
    queryFn: async ({ signal }) => (await api.comments.list({ params: { id: pageId } }, { signal })).comments,
    enabled: pageId !== '',
    meta: { live: true },
  })

export const commentQuery = (id: string) =>
  queryOptions({
    queryKey: [...commentsKey, 'one', id],
    queryFn: async ({ signal }) => (await api.comments.get({ params: { id } }, { signal })).comment,
    meta: { live: true },
  })

/** People who can be mentioned on a page. */
export const commentPeopleQuery = (pageId: string, search: string) =>
  queryOptions({
    queryKey: ['comment-people', pageId, search],
    queryFn: async ({ signal }) =>
      (await api.comments.people({ params: { id: pageId }, query: { search } }, { signal })).people,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

export const mentionsQuery = () =>
  queryOptions({
    queryKey: [...commentsKey, 'mentions'],
    queryFn: async ({ signal }) => (await api.comments.mentions({}, { signal })).mentions,
  })
