import { Button } from '@mantine/core'
import type { Media } from '@vitrine/contract/api/media'
import { isWebAddress, readWebAddress } from '@vitrine/contract/sites/web-address'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#features/media/preview/preview.module.css'
import { SitePicture } from './site-picture.tsx'
import { WebPageEditForm } from './web-page-form.tsx'
import { WebPageLook } from './web-page-look.tsx'

interface WebBodyProps {
  media: Media
  web: NonNullable<Media['web']>
  mayWrite: boolean
  over: ReactNode
  onReload: () => void
}

/** A web page in the library. The console opens no foreign sites in itself; a link leads there. */
export function WebBody({ media, web, mayWrite, over, onReload }: WebBodyProps) {
  const { t } = useTranslation()
  const read = readWebAddress(web.address)
  return (
    <div className={styles.preview}>
      <div className={styles.stage} dir="ltr">
        <SitePicture address={web.address} />
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
        {mayWrite ? (
          <WebPageEditForm key={media.version} media={media} onReload={onReload} />
        ) : (
          isWebAddress(read) && <WebPageLook read={read} />
        )}
      </div>
    </div>
  )
}
