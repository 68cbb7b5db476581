import { queryOptions } from '@tanstack/react-query'
import type { Storyboard, StoryboardStatus } from '@vitrine/contract/api/content/storyboards'
import type { SpansOf } from '@vitrine/contract/schedule/schedule'
import type { ScreenTraits } from '@vitrine/contract/schedule/screen-rule'
import { type SpansOfPage, shownAt, storyboardSpans } from '@vitrine/contract/schedule/show-dates'
import { api } from '#lib/api.ts'
import type { ListSource } from '#ui/list/list-source.ts'
import { pageIdOf } from './pages.ts'

export const storyboardsKey = ['storyboards'] as const

export const storyboardsQuery = () =>
  queryOptions({
    queryKey: storyboardsKey,
    queryFn: async ({ signal }) => (await api.storyboards.list({}, { signal })).storyboards,
    // Groups and screens may reference storyboards that another user has just created.
    staleTime: 0,
  })

/**
 * When approved storyboards have a page to show, for `whatPlays`; unknown storyboards always do. `traits`: on such a
 * screen.
 */
export const spansIn =
  (storyboards: readonly Storyboard[] = [], traits?: ScreenTraits): SpansOf =>
  (id) => {
    const storyboard = storyboards.find((each) => each.id === id)
    if (!storyboard) return null
    const { items, shows, pageShows } = storyboard
    return traits && (pageShows || items.some(({ screens, when }) => screens || when))
      ? storyboardSpans(datedItems(items), spansOfPageIn(storyboard), traits)
      : shows
  }

const datedItems = (items: Storyboard['items']) => items.map((item) => ({ ...item, pageId: pageIdOf(item) }))

const spansOfPageIn =
  ({ pageShows }: Pick<Storyboard, 'pageShows'>): SpansOfPage =>
  (id) =>
    pageShows?.[id] ?? null

/** The items of a storyboard that show at an instant, as indexes: on a screen with these traits. */
export const shownItems = (
  storyboard: Pick<Storyboard, 'items' | 'pageShows'>,
  zone: string,
  instant: number,
  traits: ScreenTraits | undefined,
): readonly number[] =>
  shownAt(datedItems(storyboard.items), zone, instant, spansOfPageIn(storyboard), traits).value

/** Without those that only play something else, unless they wait for approval. */
export const storyboardsSource = (status: StoryboardStatus | undefined) =>
  ({
    key: [...storyboardsKey, 'list', status],
    load: async (query, options) => {
      const { storyboards: rows, total } = await api.storyboards.list(
        { query: { ...query, status, ...(status !== 'pending' && { made: '0' }) } },
        options,
      )
      return { rows, total }
    },
    options: { staleTime: 0 },
  }) satisfies ListSource<Storyboard>

/** Screens whose size its pages don't fit. */
export const storyboardFitQuery = (id: string) =>
  queryOptions({
    queryKey: [...storyboardsKey, id, 'fit'],
    queryFn: async ({ signal }) => (await api.storyboards.fit({ params: { id } }, { signal })).misfits,
  })

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
