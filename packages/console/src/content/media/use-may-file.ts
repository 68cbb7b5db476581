import { useInfiniteQuery } from '@tanstack/react-query'
import type { Media } from '@vitrine/contract/api/content/media'
import { useCallback } from 'react'
import { foldersQuery } from '#queries/media.ts'
import { useCan } from '#ui/work/use-can.ts'

/** Whether the current user may put files into a folder of the library, and change it; null is Root. */
export function useMayFile(folderId: string | null): boolean {
  const mayWrite = useCan('write', 'media')
  const isEverywhere = useCan('write', 'media', 'root')
  const { data } = useInfiniteQuery({
    ...foldersQuery(folderId),
    enabled: mayWrite && !isEverywhere && folderId !== null,
  })
  return isEverywhere || (mayWrite && folderId !== null && data?.isReadOnly === false)
}

/** Whether the current user may change a file or a folder: the server says which they only see. */
export function useMayChange(): (thing: Pick<Media, 'isReadOnly'>) => boolean {
  const mayWrite = useCan('write', 'media')
  return useCallback(({ isReadOnly }) => mayWrite && !isReadOnly, [mayWrite])
}
