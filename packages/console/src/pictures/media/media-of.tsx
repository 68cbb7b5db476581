import { useQuery } from '@tanstack/react-query'
import type { Media } from '@vitrine/contract/api/content/media'
import { useRef } from 'react'
import { useSeen } from '#lib/browser/use-seen.ts'
import { PageOf } from '#pictures/pages/page-thumb.tsx'
import { mediaItemQuery } from '#queries/media.ts'
import { ScreenTile } from '#ui/screen/screen-tile.tsx'
import { MediaPicture } from './media-picture.tsx'

/** A thumbnail of a media item by its id; loads once it is in view. */
export function MediaOf({ id }: { id: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const seen = useSeen(frame)
  const { data: media } = useQuery({ ...mediaItemQuery(id), enabled: seen, retry: false })
  return <div ref={frame}>{media ? <MediaThumb media={media} /> : <ScreenTile alt=" " />}</div>
}

/** The thumbnail of a media item from a list; a card has that of its page. */
export const MediaThumb = ({ media }: { media: Media }) =>
  media.cardId ? <PageOf type="standard" id={media.cardId} /> : <MediaPicture media={media} />
