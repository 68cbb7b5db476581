import type { Icon } from '@phosphor-icons/react'
import { CardsIcon } from '@phosphor-icons/react/dist/csr/Cards'
import { DevicesIcon } from '@phosphor-icons/react/dist/csr/Devices'
import { FolderIcon } from '@phosphor-icons/react/dist/csr/Folder'
import { ImageIcon } from '@phosphor-icons/react/dist/csr/Image'
import { LayoutIcon } from '@phosphor-icons/react/dist/csr/Layout'
import { SlideshowIcon } from '@phosphor-icons/react/dist/csr/Slideshow'
import type { TrashKind } from '@vitrine/contract/api/content/trash/kinds'
import type { TrashItem } from '@vitrine/contract/api/content/trash/trash'
import { useState } from 'react'
import { useFileUrl } from '#lib/files.ts'
import styles from './trash.module.css'

const SIGNS: Record<TrashKind, Icon> = {
  media: ImageIcon,
  folder: FolderIcon,
  card: CardsIcon,
  layout: LayoutIcon,
  part: LayoutIcon,
  template: CardsIcon,
  storyboard: SlideshowIcon,
  'device-group': DevicesIcon,
}

/** The thumbnail of a deleted record, or its kind's icon. */
export function TrashPicture({ item: { id, kind, hasPicture } }: { item: TrashItem }) {
  const fileUrl = useFileUrl()
  const [broken, setBroken] = useState(false)
  const Sign = SIGNS[kind]
  return (
    <span className={styles.picture}>
      {hasPicture && !broken ? (
        <img
          src={fileUrl(`/trash/${id}/picture`)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      ) : (
        <Sign size={20} weight="duotone" aria-hidden="true" />
      )}
    </span>
  )
}
