import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { PartialUpload } from '@vitrine/contract/api/content/library/uploads'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { fileSize } from '#lib/text/file-size.ts'
import { mediaKey } from '#queries/media.ts'
import { useAction } from '#ui/work/use-write.ts'
import styles from './upload-screen.module.css'

/** The user's unfinished uploads. */
const unfinishedQuery = () =>
  queryOptions({
    queryKey: [...mediaKey, 'unfinished'],
    queryFn: async ({ signal }) => (await api.media.uploads({}, { signal })).uploads,
  })

/** Names interrupted uploads; choosing the same files again resumes them. */
export function UnfinishedUploads({ chosen }: { chosen: readonly File[] }) {
  const { t } = useTranslation()
  const { data: uploads = [] } = useQuery(unfinishedQuery())
  const waiting = uploads.filter((upload) => !chosen.some((file) => isSameFile(upload, file)))
  const forget = useAction({
    write: (id: string) => api.media.cancelUpload({ params: { id } }),
    done: 'media.uploadCanceled',
    failed: 'errors.delete',
    invalidates: [unfinishedQuery().queryKey],
  })
  if (waiting.length === 0) return null
  return (
    <section className={styles.unfinished} aria-label={t('media.unfinished')}>
      <strong>{t('media.unfinished')}</strong>
      <ul>
        {waiting.map((upload) => (
          <li key={upload.id}>
            <span>
              <bdi>{upload.name}</bdi>
              {' – '}
              {t('media.arrived', {
                percent: Math.floor((upload.offset / Math.max(1, upload.size)) * 100),
                size: fileSize(upload.size),
              })}
            </span>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('media.forgetUpload', { name: upload.name })}
              onClick={() => void forget(upload.id)}
            >
              {t('media.forget')}
            </Button>
          </li>
        ))}
      </ul>
      <small>{t('media.unfinishedHint')}</small>
    </section>
  )
}

/** Whether a chosen file is the one of an unfinished upload: browsers can't reopen files. */
export const isSameFile = (
  { name, size, modifiedAt }: Pick<PartialUpload, 'name' | 'size' | 'modifiedAt'>,
  file: Pick<File, 'name' | 'size' | 'lastModified'>,
): boolean => name === file.name && size === file.size && modifiedAt === file.lastModified
