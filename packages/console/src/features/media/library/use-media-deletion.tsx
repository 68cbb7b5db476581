import type { Media } from '@vitrine/contract/api/media'
import { deletionEffects } from '#features/devices/deletion-effects.ts'
import { mediaKey } from '#features/media/queries.ts'
import { api } from '#lib/api.ts'
import { trashKey, undoDeletion } from '#lib/trash.ts'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { MediaPicture } from './media-picture.tsx'

/** Confirms, then deletes a media item. */
export const useMediaDeletion = (onDeleted?: () => void) =>
  useDeletion<Media>({
    remove: ({ id }) => api.media.remove({ params: { id } }),
    name: ({ name }) => name,
    thumbnail: (media) => <MediaPicture media={media} />,
    failed: 'errors.delete',
    find: deletionEffects.media,
    invalidates: [mediaKey, trashKey],
    undo: undoDeletion,
    onDeleted,
  })
