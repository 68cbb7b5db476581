import { Button } from '@mantine/core'
import type { Media } from '@vitrine/contract/api/content/media'
import { isWebAddress, readWebAddress } from '@vitrine/contract/sites/web-address'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#content/media/preview/preview.module.css'
import { SitePicture } from '#pictures/media/site-picture.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'

const WebPageEditForm = lazyPart(async () => (await import('./web-page-form.tsx')).WebPageEditForm)
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
        <Waiting>
          {mayWrite ? (
            <WebPageEditForm key={media.version} media={media} onReload={onReload} />
          ) : (
            isWebAddress(read) && <WebPageLook read={read} />
          )}
        </Waiting>
      </div>
    </div>
  )
}
