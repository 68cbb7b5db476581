import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { PageOf } from '#features/pages/thumbs/page-thumb.tsx'
import { useSeen } from '#lib/browser/use-seen.ts'
import { ScreenTile } from '#ui/screen/screen-tile.tsx'
import { MediaPicture } from './library/media-picture.tsx'
import { mediaItemQuery } from './queries.ts'

/** A thumbnail of a media item by its id; loads once it is in view. */
export function MediaOf({ id }: { id: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const seen = useSeen(frame)
  const { data: media } = useQuery({ ...mediaItemQuery(id), enabled: seen, retry: false })
  return (
    <div ref={frame}>
      {media?.cardId ? (
        <PageOf type="standard" id={media.cardId} />
      ) : media ? (
        <MediaPicture media={media} />
      ) : (
        <ScreenTile alt=" " />
      )}
    </div>
  )
}
