import { useInfiniteQuery } from '@tanstack/react-query'
import { foldersQuery } from '#queries/media.ts'
import { useCan } from '#ui/work/use-can.ts'

/** The id of a folder and those above it, for users who may change media in some folders only; null is Root. */
export function useFiled(folderId: string | null): { folders: readonly string[] } {
  const enabled = !useCan('write', 'media', 'root') && folderId !== null
  const { data } = useInfiniteQuery({ ...foldersQuery(folderId), enabled })
  return { folders: enabled ? (data?.path ?? []).map(({ id }) => id) : [] }
}

/** Whether the current user may change what is in a folder of the library. */
export function useMayFile(folderId: string | null): boolean {
  return useCan('write', 'media', useFiled(folderId))
}
