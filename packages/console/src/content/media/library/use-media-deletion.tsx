import type { Media } from '@vitrine/contract/api/content/media'
import { api } from '#lib/api.ts'
import { trashKey, undoDeletion } from '#lib/trash.ts'
import { MediaPicture } from '#pictures/media/media-picture.tsx'
import { deletionEffects } from '#queries/deletion-effects.ts'
import { mediaKey } from '#queries/media.ts'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'

/** Confirms, then deletes a media item. */
export const useMediaDeletion = (onDeleted?: () => void) =>
  useDeletion<Media>({
    remove: ({ id }) => api.media.remove({ params: { id } }),
    name: ({ name }) => name,
    thumbnail: (media) => <MediaPicture media={media} />,
    failed: 'errors.delete',
    kind: 'media',
    find: deletionEffects.media,
    invalidates: [mediaKey, trashKey],
    undo: undoDeletion,
    onDeleted,
  })
