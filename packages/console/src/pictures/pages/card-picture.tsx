import type { Card } from '@vitrine/contract/api/content/cards'
import { readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useState } from 'react'
import { useFileUrl } from '#lib/files.ts'
import { ScreenTile } from '#ui/screen/screen-tile.tsx'
import { PageThumb } from './page-thumb.tsx'

/** The thumbnail rendered on saving; without one, or if it fails to load, the page itself. */
export function CardPicture({ card }: { card: Card }) {
  const fileUrl = useFileUrl()
  const [broken, setBroken] = useState<string>()
  const { thumbnailId, width, height, name } = card
  if (!thumbnailId || broken === thumbnailId)
    return <PageThumb document={readDocument(card, WIDGET_FIELDS)} label={name} />
  return (
    <ScreenTile width={width} height={height}>
      <img
        src={fileUrl(`/thumbnail/download/${thumbnailId}`)}
        alt={name}
        loading="lazy"
        draggable={false}
        onError={() => setBroken(thumbnailId)}
      />
    </ScreenTile>
  )
}
