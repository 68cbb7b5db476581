import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Folder, Media } from '@vitrine/contract/media'
import { api } from '#lib/api.ts'
import { giveWay } from '#lib/long-json.ts'

/** Everything about media is kept below this key, so that one change refreshes all of it. */
export const mediaKey = ['media'] as const

/** What lies in one place of the library, or what a search found in all of it. */
export interface LibraryContent {
  /** The name of the open folder and the way to it; empty at Root and for a search. */
  path: readonly { id: string; name: string }[]
  folders: readonly Folder[]
  media: readonly Media[]
}

/** `folderId` null is Root. A search looks everywhere; what was found before stays until it has found something. */
export const libraryQuery = (folderId: string | null, search = '') =>
  queryOptions({
    queryKey: [...mediaKey, 'library', folderId, search],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<LibraryContent> => {
      // Sending takes the browser as long as what the letter has drawn: not both in one task.
      await giveWay()
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
