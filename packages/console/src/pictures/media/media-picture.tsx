import { FileZipIcon } from '@phosphor-icons/react/dist/csr/FileZip'
import { FilmStripIcon } from '@phosphor-icons/react/dist/csr/FilmStrip'
import { GlobeIcon } from '@phosphor-icons/react/dist/csr/Globe'
import { ImageIcon } from '@phosphor-icons/react/dist/csr/Image'
import { MusicNotesIcon } from '@phosphor-icons/react/dist/csr/MusicNotes'
import { TextAaIcon } from '@phosphor-icons/react/dist/csr/TextAa'
import type { Media } from '@vitrine/contract/api/content/media'
import { useState } from 'react'
import { useFileUrl } from '#lib/files.ts'
import styles from './media-card.module.css'
import { clockLength, kindOf, typeName } from './media-facts.ts'
import { Scrub } from './scrub.tsx'
import { SitePicture } from './site-picture.tsx'

const SIGNS = {
  image: ImageIcon,
  video: FilmStripIcon,
  package: FileZipIcon,
  web: GlobeIcon,
  audio: MusicNotesIcon,
  font: TextAaIcon,
}

interface MediaPictureProps {
  media: Pick<Media, 'mimetype' | 'thumbnailId' | 'duration' | 'url'> & Partial<Pick<Media, 'web'>>
  labelled?: boolean
  /** Hovering scrubs through a video. */
  scrub?: boolean
}

/** A little screen with the item's thumbnail, or an icon for its kind; `labelled`: shows the kind in a corner. */
export function MediaPicture({ media, labelled, scrub }: MediaPictureProps) {
  const fileUrl = useFileUrl()
  const [broken, setBroken] = useState(false)
  const kind = kindOf(media)
  const Sign = SIGNS[kind]
  // Small pictures are their own thumbnail.
  const isOwn = !media.thumbnailId && media.mimetype === 'image/svg+xml'
  const path = isOwn ? media.url : media.thumbnailId && `/thumbnail/download/${media.thumbnailId}`
  return (
    <span className={styles.picture} dir="ltr">
      {media.web ? (
        <SitePicture address={media.web.address} />
      ) : path && !broken ? (
        <img
          src={fileUrl(path)}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          // As thumbnails have.
          style={isOwn ? { background: '#8d949c' } : undefined}
          onError={() => setBroken(true)}
        />
      ) : (
        <Sign size={40} weight="duotone" aria-hidden="true" />
      )}
      {scrub && kind === 'video' && media.duration !== null && (
        <Scrub url={media.url} duration={media.duration} />
      )}
      {labelled && (
        <span className={styles.badge}>
          {typeName(media)}
          {media.duration !== null && ` ${clockLength(media.duration)}`}
        </span>
      )}
    </span>
  )
}
