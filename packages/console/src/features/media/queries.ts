import { queryOptions } from '@tanstack/react-query'
import type { Folder, Media } from '@vitrine/contract/media'
import { api } from '#lib/api.ts'

/** Everything about media is kept below this key, so that one change refreshes all of it. */
export const mediaKey = ['media'] as const

/** What lies in one place of the library, or what a search found in all of it. */
export interface LibraryContent {
  /** The name of the open folder and the way to it; empty at Root and for a search. */
  path: readonly { id: string; name: string }[]
  folders: readonly Folder[]
  media: readonly Media[]
}

/** `folderId` null is Root. A search looks everywhere. */
export const libraryQuery = (folderId: string | null, search = '') =>
  queryOptions({
    queryKey: [...mediaKey, 'library', folderId, search],
    queryFn: async ({ signal }): Promise<LibraryContent> => {
      if (folderId !== null && !search)
        return (await api.media.folder({ params: { id: folderId } }, { signal })).folder
      const { media } = await api.media.list({ query: { search: search || undefined } }, { signal })
      return { path: [], folders: media.folders, media: media.media }
    },
  })
