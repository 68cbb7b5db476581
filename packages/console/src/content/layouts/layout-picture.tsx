import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { useEffect, useState } from 'react'
import { usePagePicture } from '#pictures/pages/page-picture.tsx'
import { useDrawn } from '#pictures/pages/still-page.tsx'
import { useExpanded } from '#pictures/pages/use-expanded.ts'

interface LayoutPictureProps {
  id: string
  document: ReadDocument
  /** Called when the layout has its picture, or can't have one. */
  onTaken: () => void
}

/** Takes the picture of a saved layout, which lists show. The designer stays usable, and saving doesn't wait. */
export function LayoutPicture({ document: page, ...props }: LayoutPictureProps) {
  const { document, isPending } = useExpanded(page)
  return isPending ? null : <Picture {...props} document={document} />
}

function Picture({ id, document, onTaken }: LayoutPictureProps) {
  const [drawn, setDrawn] = useState(false)
  const shows = useDrawn(document, () => setDrawn(true))
  const { stage, take } = usePagePicture(document, shows)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is drawn
  useEffect(() => {
    if (drawn) void take(id).then(onTaken)
  }, [drawn])
  return stage
}
