import type { LinkProps } from '@tanstack/react-router'
import type { Media } from '@vitrine/contract/api/content/media'

/** A link to the item's folder, or Root. */
export const placeOf = ({ folderId }: Pick<Media, 'folderId'>): Pick<LinkProps, 'to' | 'params'> =>
  folderId === null
    ? { to: '/app/media-library' }
    : { to: '/app/media-library/folders/$folderId', params: { folderId } }
