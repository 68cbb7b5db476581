import { Button } from '@mantine/core'
import { CameraIcon } from '@phosphor-icons/react/dist/csr/Camera'
import { useQuery } from '@tanstack/react-query'
import type { Media } from '@vitrine/contract/api/content/media'
import type { WebPhoto } from '@vitrine/contract/api/content/web-picture'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { clock } from '#lib/clock.ts'
import { agoText } from '#lib/text/ago.ts'
import { dateText } from '#lib/text/format.ts'
import styles from '#pictures/media/web-page.module.css'
import { mediaKey } from '#queries/media.ts'
import { photoKey, photoQuery } from '#queries/web-photos.ts'
import { useAction } from '#ui/work/use-write.ts'

/** When the server took the last picture of a page, why it has no newer one, and a button to take one. */
export function PhotoState({ media, mayWrite }: { media: Media; mayWrite: boolean }) {
  const { t } = useTranslation()
  const { data: photo } = useQuery(photoQuery(media.id))
  const photograph = useAction({
    write: () => api.webMedia.photograph({ params: { id: media.id } }),
    done: ({ photo: taken }) =>
      t(taken.problem === null ? 'media.web.photo.taken' : 'media.web.photo.notTaken'),
    failed: 'errors.photograph',
    invalidates: [photoKey, mediaKey],
  })
  if (!photo) return null
  return (
    <div className={styles.look}>
      <p role="status">{takenText(photo)}</p>
      {!photo.isPossible && <p data-tone="warn">{t('media.web.photo.noBrowser')}</p>}
      {photo.isPossible && photo.problem && (
        <p data-tone="warn">{t(`media.web.photo.problems.${photo.problem}`, { detail: photo.detail })}</p>
      )}
      {mayWrite && photo.isPossible && (
        <div>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<CameraIcon size={16} aria-hidden="true" />}
            onClick={() => void photograph(undefined)}
          >
            {t('media.web.photo.now')}
          </Button>
        </div>
      )}
    </div>
  )

  function takenText({ takenAt, changedAt, nextAt, isPossible }: WebPhoto): string {
    const now = clock.now()
    const last =
      takenAt === null ? t('media.web.photo.none') : t('media.web.photo.last', { ago: agoText(takenAt, now) })
    const changed =
      changedAt !== null && takenAt !== null && changedAt < takenAt
        ? t('media.web.photo.unchanged', { ago: agoText(changedAt, now) })
        : ''
    const next =
      isPossible && nextAt !== null && nextAt > now
        ? t('media.web.photo.next', { time: dateText(nextAt, 'time') })
        : ''
    return [last, changed, next].filter(Boolean).join(' ')
  }
}
