import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useQueries,
} from '@tanstack/react-query'
import type { Folder, Media } from '@vitrine/contract/api/media'
import { searchKey } from '@vitrine/contract/search-key'
import { api } from '#lib/api.ts'
import { breather, giveWay } from '#lib/server/long-json.ts'
import { isWatching } from '#lib/server/watch.ts'

/** Everything about media is kept below this key, so that one change refreshes all of it. */
export const mediaKey = ['media'] as const

/** What lies in one place of the library, or what a search found in all of it. */
export interface LibraryContent {
  /** The name of the open folder and the way to it; empty at Root and for a search. */
  path: readonly { id: string; name: string }[]
  folders: readonly Folder[]
  media: readonly Media[]
}

const libraryKey = [...mediaKey, 'library'] as const

/**
 * What holds all that a search can find: what was found for a part of it, or Root where there are no folders. Only what
 * the server would have said something of by now, had anybody changed it.
 */
function holding(client: QueryClient, search: string): LibraryContent | undefined {
  if (!isWatching()) return undefined
  const wanted = searchKey(search)
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: libraryKey })) {
    const [, , folderId, before] = queryKey as ReturnType<typeof libraryQuery>['queryKey']
    const content = state.isInvalidated ? undefined : (state.data as LibraryContent | undefined)
    const isAll = before ? wanted.includes(searchKey(before)) : !folderId && content?.folders.length === 0
    if (content && isAll) return content
  }
  return undefined
}

/** What a search finds in it, as the server would. The very same where that is everything. */
async function found(content: LibraryContent, search: string): Promise<LibraryContent> {
  const wanted = searchKey(search)
  const breathe = breather()
  const among = async <Item extends { name: string }>(items: readonly Item[]) => {
    const hits: Item[] = []
    for (const [index, item] of items.entries()) {
      if (searchKey(item.name).includes(wanted)) hits.push(item)
      if (index % BATCH === 0) await breathe()
    }
    return hits
  }
  const [folders, media] = [await among(content.folders), await among(content.media)]
  const isSame = folders.length === content.folders.length && media.length === content.media.length
  return isSame ? content : { path: [], folders, media }
}
const BATCH = 256

/** `folderId` null is Root. A search looks everywhere; what was found before stays until it has found something. */
export const libraryQuery = (folderId: string | null, search = '') =>
  queryOptions({
    queryKey: [...libraryKey, folderId, search] as const,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal, client }): Promise<LibraryContent> => {
      // Sending takes the browser as long as what the letter has drawn: not both in one task.
      await giveWay()
      const all = search && holding(client, search)
      if (all) return found(all, search)
      if (folderId !== null && !search)
        return (await api.media.folder({ params: { id: folderId } }, { signal })).folder
      const { media } = await api.media.list({ query: { search: search || undefined } }, { signal })
      return { path: [], folders: media.folders, media: media.media }
    },
  })

/** The items that stand for cards. Cards change elsewhere, so they are asked for anew. */
export const cardItemsQuery = () =>
  queryOptions({
    queryKey: [...mediaKey, 'cards'],
    queryFn: async ({ signal }) =>
      (await api.media.list({ query: { isCard: '1', sort: 'name' } }, { signal })).media.media,
  })

/** One media item by its id. */
export const mediaItemQuery = (id: string) =>
  queryOptions({
    queryKey: [...mediaKey, 'item', id],
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await api.media.get({ params: { id } }, { signal })).media,
  })

export type MediaById = Readonly<Record<string, Media>>

/** The media items with these ids that have loaded so far; the same object until one of them changes. */
export const useMediaItems = (ids: readonly string[]): MediaById =>
  useQueries({ queries: ids.map(mediaItemQuery), combine: byId })

const byId = (results: readonly UseQueryResult<Media>[]): MediaById =>
  Object.fromEntries(results.flatMap(({ data }) => (data ? [[data.id, data]] : [])))
