import { Button } from '@mantine/core'
import type { Media } from '@vitrine/contract/api/content/media'
import { isWebAddress, readWebAddress } from '@vitrine/contract/sites/web-address'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#content/media/preview/preview.module.css'
import { useFileUrl } from '#lib/files.ts'
import { SitePicture } from '#pictures/media/site-picture.tsx'
import webStyles from '#pictures/media/web-page.module.css'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'

const WebPageEditForm = lazyPart(async () => (await import('./web-page-form.tsx')).WebPageEditForm)
const PhotoState = lazyPart(async () => (await import('./web-page-form.tsx')).PhotoState)
const WebPageLook = lazyPart(async () => (await import('./web-page-form.tsx')).WebPageLook)

interface WebBodyProps {
  media: Media
  web: NonNullable<Media['web']>
  mayWrite: boolean
  over: ReactNode
  onReload: () => void
}

/** A web page in the library. The console embeds no third-party sites; it links to them. */
export function WebBody({ media, web, mayWrite, over, onReload }: WebBodyProps) {
  const { t } = useTranslation()
  const fileUrl = useFileUrl()
  const read = readWebAddress(web.address)
  return (
    <div className={styles.preview}>
      <div className={styles.stage} dir="ltr">
        {web.picture && media.thumbnailId ? (
          <img
            className={webStyles.photo}
            src={fileUrl(`/thumbnail/download/${media.thumbnailId}`)}
            alt={media.name}
          />
        ) : (
          <SitePicture address={web.address} />
        )}
        {over}
      </div>
      <div className={styles.side}>
        <div>
          <Button
            component="a"
            variant="default"
            href={web.address}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t('media.web.open')}
          </Button>
        </div>
        <Waiting>
          {web.picture && <PhotoState media={media} mayWrite={mayWrite} />}
          {mayWrite ? (
            <WebPageEditForm key={media.version} media={media} onReload={onReload} />
          ) : (
            isWebAddress(read) && !web.picture && <WebPageLook read={read} />
          )}
        </Waiting>
      </div>
    </div>
  )
}
