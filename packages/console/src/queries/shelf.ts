import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ShelfItem } from '@vitrine/contract/api/content/shelf'
import type { ShelfKind } from '@vitrine/contract/api/content/shelf-kinds'
import { api } from '#lib/api.ts'
import type { PlaySubject } from '#lib/play-on.ts'
import { mediaKey } from './media.ts'
import type { ShelfSort } from './shelf-view.ts'

/** Kinds of files, which are played alike. */
const FILES: readonly ShelfKind[] = ['image', 'video', 'web', 'package', 'audio']

/** Kinds that screens show; sounds only play in a storyboard's background. */
const SHOWN: readonly ShelfKind[] = [
  'image',
  'video',
  'web',
  'package',
  'deck',
  'source',
  'card',
  'layout',
  'storyboard',
  'template',
]

/** How something of a kind is played. */
export const playedKind = (kind: ShelfKind): PlaySubject['kind'] =>
  FILES.includes(kind) ? 'media' : (kind as PlaySubject['kind'])

/** The newest things that screens can show, or those that a search finds. */
export const shelfQuery = (search: string) =>
  queryOptions({
    // Among the media, so that every change of the library reloads it.
    queryKey: [...mediaKey, 'shelf', 'newest', search],
    queryFn: async ({ signal }): Promise<ShelfItem[]> => {
      const query = { search: search || undefined, kinds: SHOWN.join(',') }
      return (await api.shelf.list({ query }, { signal })).items
    },
    staleTime: 0,
  })

interface ShelfFilter {
  search: string
  kind: ShelfKind | undefined
  tag: string | undefined
  place: string | undefined
  sort: ShelfSort | undefined
}

/** Everything that screens can show, as the list scrolls. */
export const shelfPagesQuery = ({ search, kind, tag, place, sort }: ShelfFilter) =>
  infiniteQueryOptions({
    queryKey: [...mediaKey, 'shelf', 'pages', { search, kind, tag, place, sort }],
    placeholderData: keepPreviousData,
    // Other screens of the console and other people change what is on the shelf.
    staleTime: 0,
    initialPageParam: 0,
    queryFn: async ({ signal, pageParam: from }) => {
      const query = { search: search || undefined, kinds: kind, tag, placeId: place, sort, from }
      return api.shelf.list({ query }, { signal })
    },
    getNextPageParam: ({ more }, pages) =>
      more ? pages.reduce((sum, { items }) => sum + items.length, 0) : undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  })
