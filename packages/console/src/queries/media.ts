import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useQueries,
} from '@tanstack/react-query'
import type { Conversion } from '@vitrine/contract/api/content/conversions/conversions'
import type { Deck } from '@vitrine/contract/api/content/conversions/decks'
import type { Folder } from '@vitrine/contract/api/content/library/folders'
import type { Media } from '@vitrine/contract/api/content/media'
import type { MediaKind } from '@vitrine/contract/api/content/media-kinds'
import { api } from '#lib/api.ts'
import { ApiError } from '#lib/server/transport.ts'
import type { Sort } from './library-view.ts'

/** The root of all media query keys: invalidating it refreshes all of them. */
export const mediaKey = ['media'] as const

/** Items per request: more than a large window fits. */
const PAGE_SIZE = 60

export interface LibraryRequest {
  /** null is Root. */
  folderId: string | null
  /** Searches all folders. */
  search?: string | undefined
  sort?: Sort | undefined
  kinds?: readonly MediaKind[] | undefined
  /** Shows the items of all folders with this tag. */
  tag?: string | undefined
}

interface LibraryPage {
  /** The ancestors below Root down to the open folder; empty at Root and for a search. */
  path: readonly { id: string; name: string }[]
  /** On the first page, and on pages of further folders, which come before those of further media. */
  folders: readonly Folder[]
  /** The position of further folders. */
  foldersNext?: string | null | undefined
  media: readonly Media[]
  /** Absent on pages of further folders. */
  total?: number | undefined
  /** The deck whose pages the folder contains. */
  deck?: Deck | null | undefined
  /** Of the open folder. */
  isReadOnly?: true | undefined
}

const SORT: Record<Sort, string> = { newest: '-createdAt', name: 'name', largest: '-size' }

/** The folders and media of a folder or a search, paged. */
export const libraryQuery = ({ folderId, search = '', sort = 'newest', kinds, tag }: LibraryRequest) =>
  infiniteQueryOptions({
    queryKey: [...mediaKey, 'library', { folderId, search, sort, kinds, tag }] as const,
    placeholderData: keepPreviousData,
    initialPageParam: { page: 1 } as LibraryPosition,
    queryFn: async ({ signal, pageParam }): Promise<LibraryPage> => {
      const query = { ...pageParam, pageSize: PAGE_SIZE, sort: SORT[sort], kinds: kinds?.join(',') }
      if (folderId !== null && !search && !tag)
        return (await api.media.folder({ params: { id: folderId }, query }, { signal })).folder
      const { media } = await api.media.list(
        { query: { ...query, search: search || undefined, tag } },
        { signal },
      )
      return { path: [], ...media }
    },
    getNextPageParam: positionAfter,
    select: contentOf,
  })

interface LibraryPosition {
  page: number
  foldersAfter?: string
}

function positionAfter(last: LibraryPage, pages: readonly LibraryPage[]): LibraryPosition | undefined {
  if (last.foldersNext) return { page: 1, foldersAfter: last.foldersNext }
  const totals = pages.flatMap(({ total }) => total ?? [])
  return totals.length * PAGE_SIZE < (totals.at(-1) ?? 0) ? { page: totals.length + 1 } : undefined
}

/** The rows loaded so far, and the total. Media come after the last folder, which would push them down. */
const contentOf = ({ pages }: InfiniteData<LibraryPage>) => {
  const hasMoreFolders = Boolean(pages.at(-1)?.foldersNext)
  return {
    path: pages[0]?.path ?? [],
    folders: pages.flatMap(({ folders }) => folders),
    hasMoreFolders,
    media: hasMoreFolders ? [] : pages.flatMap(({ media }) => media),
    total: pages.flatMap(({ total }) => total ?? []).at(-1) ?? 0,
    deck: pages[0]?.deck ?? null,
  }
}

/** The folders of a folder and its breadcrumbs, without media. */
export const foldersQuery = (folderId: string | null) =>
  infiniteQueryOptions({
    queryKey: [...mediaKey, 'folders', folderId],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({
      signal,
      pageParam: foldersAfter,
    }): Promise<Pick<LibraryPage, 'path' | 'folders' | 'foldersNext' | 'isReadOnly'>> => {
      const query = { page: 1, pageSize: 1, foldersAfter }
      if (folderId !== null)
        return (await api.media.folder({ params: { id: folderId }, query }, { signal })).folder
      return { path: [], ...(await api.media.list({ query }, { signal })).media }
    },
    getNextPageParam: ({ foldersNext }) => foldersNext ?? undefined,
    select: ({ pages }) => ({
      path: pages[0]?.path ?? [],
      isReadOnly: pages[0]?.isReadOnly ?? false,
      folders: pages.flatMap(({ folders }) => folders),
    }),
  })

/** The names of a folder and those above it, as far as the person reaches them; null if it was deleted. */
export const folderNameQuery = (id: string) =>
  queryOptions({
    queryKey: [...mediaKey, 'folder-name', id],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const query = { page: 1, pageSize: 1 }
      const found = await api.media.folder({ params: { id }, query }, { signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      })
      return found ? found.folder.path.map(({ name }) => name).join(' · ') : null
    },
  })

/** The previous and next item, in the library's order. */
export const neighborsQuery = (id: string) =>
  queryOptions({
    queryKey: [...mediaKey, 'neighbors', id],
    queryFn: ({ signal }) => api.media.neighbors({ params: { id } }, { signal }),
  })

const ALL_SIZE = 200

/** Loads the remaining pages of a folder or search, for actions on all items. */
export async function loadAllMedia(client: QueryClient, request: LibraryRequest): Promise<readonly Media[]> {
  const { folderId, search = '', sort = 'newest', kinds, tag } = request
  const all: Media[] = []
  for (let page = 1; ; page++) {
    const query = { page, pageSize: ALL_SIZE, sort: SORT[sort], kinds: kinds?.join(',') }
    const { media, total = 0 }: { media: readonly Media[]; total?: number | undefined } =
      await client.fetchQuery({
        queryKey: [...mediaKey, 'whole', { folderId, search, sort, kinds, tag, page }],
        queryFn: async () =>
          folderId !== null && !search && !tag
            ? (await api.media.folder({ params: { id: folderId }, query })).folder
            : (await api.media.list({ query: { ...query, search: search || undefined, tag } })).media,
      })
    all.push(...media)
    if (media.length === 0 || all.length >= total) return all
  }
}

/** Media items that represent cards. Refetched, because cards change elsewhere. */
export const cardItemsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...mediaKey, 'cards', search],
    placeholderData: keepPreviousData,
    initialPageParam: 1,
    queryFn: async ({ signal, pageParam: page }) => {
      const query = {
        isCard: '1',
        sort: 'name',
        page,
        pageSize: PAGE_SIZE,
        search: search || undefined,
      } as const
      return (await api.media.list({ query }, { signal })).media
    },
    getNextPageParam: ({ total = 0 }, pages) =>
      pages.length * PAGE_SIZE < total ? pages.length + 1 : undefined,
    select: ({ pages }) => pages.flatMap(({ media }) => media),
  })

/** The fonts of all folders. An organization has a few dozen files at most. */
export const fontsQuery = queryOptions({
  queryKey: [...mediaKey, 'fonts'],
  staleTime: 10_000,
  queryFn: async ({ signal }) => {
    const query = { kinds: 'font', everywhere: '1', sort: 'name', page: 1, pageSize: ALL_SIZE } as const
    return (await api.media.list({ query }, { signal })).media.media
  },
})

export const mediaItemQuery = (id: string) =>
  queryOptions({
    queryKey: [...mediaKey, 'item', id],
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await api.media.get({ params: { id } }, { signal })).media,
  })

/** The pages that use a media item. Refetched, because pages and schedules change elsewhere. */
export const mediaUsesQuery = (id: string) =>
  queryOptions({
    queryKey: [...mediaKey, 'uses', id],
    queryFn: ({ signal }) => api.media.uses({ params: { id } }, { signal }),
  })

/** The screens that can't play a video. Refetched, because screens report at any time. */
export const playabilityQuery = (id: string) =>
  queryOptions({
    queryKey: [...mediaKey, 'playability', id],
    queryFn: ({ signal }) => api.videoCopies.get({ params: { id } }, { signal }),
  })

/** A file conversion, polled until it ends. */
export const conversionQuery = (id: string) =>
  queryOptions({
    queryKey: [...mediaKey, 'conversion', id],
    retry: false,
    queryFn: async ({ signal }): Promise<Conversion> =>
      (await api.conversions.get({ params: { id } }, { signal })).conversion,
    refetchInterval: ({ state }) => (state.data && ENDED.includes(state.data.state) ? false : 1000),
  })
const ENDED: readonly string[] = ['done', 'failed']

/** Earlier versions of a media item's file, newest first. */
export const mediaVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...mediaKey, 'versions', id],
    queryFn: async ({ signal }) => (await api.mediaVersions.list({ params: { id } }, { signal })).versions,
  })

/** Earlier versions of a PDF or slide deck, newest first. */
export const deckVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...mediaKey, 'deck-versions', id],
    queryFn: async ({ signal }) => (await api.deckVersions.list({ params: { id } }, { signal })).versions,
  })

export type MediaById = Readonly<Record<string, Media>>

/** The loaded media items with these ids; referentially stable until one of them changes. */
export const useMediaItems = (ids: readonly string[]): MediaById =>
  useQueries({ queries: ids.map(mediaItemQuery), combine: byId })

const byId = (results: readonly UseQueryResult<Media>[]): MediaById =>
  Object.fromEntries(results.flatMap(({ data }) => (data ? [[data.id, data]] : [])))
