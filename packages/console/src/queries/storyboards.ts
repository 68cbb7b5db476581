import { queryOptions } from '@tanstack/react-query'
import type { Storyboard, StoryboardStatus } from '@vitrine/contract/api/content/storyboards'
import type { SpansOf } from '@vitrine/contract/schedule/schedule'
import { api } from '#lib/api.ts'
import type { ListSource } from '#ui/list/list-source.ts'

export const storyboardsKey = ['storyboards'] as const

export const storyboardsQuery = () =>
  queryOptions({
    queryKey: storyboardsKey,
    queryFn: async ({ signal }) => (await api.storyboards.list({}, { signal })).storyboards,
    // Groups and screens may reference storyboards that another user has just created.
    staleTime: 0,
  })

/** When approved storyboards have a page to show, for `whatPlays`; unknown storyboards always do. */
export const spansIn =
  (storyboards: readonly Storyboard[] = []): SpansOf =>
  (id) =>
    storyboards.find((storyboard) => storyboard.id === id)?.shows ?? null

export const storyboardsSource = (status: StoryboardStatus | undefined) =>
  ({
    key: [...storyboardsKey, 'list', status],
    load: async (query, options) => {
      const { storyboards: rows, total } = await api.storyboards.list(
        { query: { ...query, status } },
        options,
      )
      return { rows, total }
    },
    options: { staleTime: 0 },
  }) satisfies ListSource<Storyboard>

/** Storyboards that wait for approval. */
export const pendingQuery = () =>
  queryOptions({
    queryKey: [...storyboardsKey, 'pending'],
    queryFn: async ({ signal }) =>
      (await api.storyboards.list({ query: { status: 'pending' } }, { signal })).storyboards,
    staleTime: 0,
  })

const storyboardQuery = (id: string) =>
  queryOptions({
    queryKey: [...storyboardsKey, id],
    queryFn: async ({ signal }) => (await api.storyboards.get({ params: { id } }, { signal })).storyboard,
  })

/** A storyboard's author, its playing version, and the last decision. */
export const reviewQuery = (id: string) =>
  queryOptions({
    queryKey: [...storyboardsKey, id, 'review'],
    queryFn: async ({ signal }) => (await api.storyboards.review({ params: { id } }, { signal })).review,
  })

/** A snapshot for editing and approving: it must not change while open, even when all queries are invalidated. */
export const reviewedStoryboardQuery = (id: string) =>
  queryOptions({
    ...storyboardQuery(id),
    queryKey: ['reviewed-storyboard', id],
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 'static',
    gcTime: 0,
  })
