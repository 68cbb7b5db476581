import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { MediaVersion } from '@vitrine/contract/api/content/library/media-versions'
import type { Media } from '@vitrine/contract/api/content/media'
import { useTranslation } from 'react-i18next'
import { useMayChange } from '#content/media/use-may-file.ts'
import { api } from '#lib/api.ts'
import { fileSize } from '#lib/text/file-size.ts'
import { dateText } from '#lib/text/format.ts'
import { kindOf } from '#pictures/media/media-facts.ts'
import { MediaPicture } from '#pictures/media/media-picture.tsx'
import { mediaKey, mediaVersionsQuery } from '#queries/media.ts'
import { useAction } from '#ui/work/use-write.ts'
import styles from './replacing.module.css'

interface FileHistoryProps {
  media: Media
  /** The version to show; undefined for the current file. */
  shown: MediaVersion | undefined
  onShow: (version: MediaVersion | undefined) => void
}

/** Versions of a media item's file, with author and date, to view and to restore. */
export function FileHistory({ media, shown, onShow }: FileHistoryProps) {
  const { t } = useTranslation()
  const mayWrite = useMayChange()(media)
  const { data: versions = [] } = useQuery(mediaVersionsQuery(media.id))
  const restore = useAction({
    write: ({ version }: MediaVersion) => api.mediaVersions.restore({ params: { id: media.id, version } }),
    done: 'media.history.restored',
    failed: 'errors.updateMedia',
    invalidates: [mediaKey],
  })
  if (versions.length === 0) return null
  return (
    <section className={styles.history} aria-label={t('media.history.title')}>
      <h2>{t('media.history.title')}</h2>
      <ul>
        {versions.map((version) => {
          const isShown = shown?.version === version.version
          const at = dateText(version.replacedAt, 'moment')
          return (
            <li key={version.version}>
              <div className={styles.small}>
                <MediaPicture media={version} />
              </div>
              <div className={styles.facts}>
                <span>{t('media.history.replaced', { at, name: version.replacedBy })}</span>
                <span className={styles.quiet}>
                  {t('media.history.kept', {
                    size: fileSize(version.size),
                    date: dateText(version.expiresAt, 'day'),
                  })}
                </span>
                <div className={styles.buttons}>
                  {kindOf(media) !== 'package' && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => onShow(isShown ? undefined : version)}
                    >
                      {t(isShown ? 'media.history.showCurrent' : 'media.history.show')}
                    </Button>
                  )}
                  {mayWrite && (
                    <Button size="compact-sm" variant="default" onClick={() => void restore(version)}>
                      {t('media.history.restore')}
                    </Button>
                  )}
                </div>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
