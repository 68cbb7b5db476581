import { WarningIcon } from '@phosphor-icons/react/dist/csr/Warning'
import { useQuery } from '@tanstack/react-query'
import type { Media } from '@vitrine/contract/api/content/media'
import { api, download } from '#lib/api.ts'
import { mediaKey } from '#queries/media.ts'
import { drawingWarnings } from './drawing-parts.ts'
import styles from './preview.module.css'

/** Says what an SVG needs that isn't in it. */
export function DrawingWarnings({ media: { id, src, mimetype } }: { media: Media }) {
  const { data = [] } = useQuery({
    queryKey: [...mediaKey, 'drawing', src],
    queryFn: async () => {
      const content = await download(api.media.download.route, { params: { id } })
      return drawingWarnings(new Blob([content], { type: mimetype }))
    },
    enabled: mimetype === 'image/svg+xml',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data.map((text) => (
    <p key={text} className={styles.warning}>
      <WarningIcon size={18} aria-hidden="true" />
      {text}
    </p>
  ))
}
