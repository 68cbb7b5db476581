import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ChunkError } from '#lib/load-chunk.ts'
import { notify } from '#lib/toasts.ts'
import styles from './page-error.module.css'

/** Stands in for one screen that broke, or whose part of the program did not arrive; the rest goes on. */
export function PageError({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const chunk = error instanceof ChunkError
  useEffect(() => {
    if (chunk) notify({ kind: 'negative', message: t('failure.generic') })
  }, [chunk, t])
  return (
    <div className={styles.error} role="alert">
      <h1>{t('failure.generic')}</h1>
      <p>{t(chunk ? 'failure.chunk' : 'failure.broken')}</p>
      <button type="button" className={styles.button} onClick={() => window.location.reload()}>
        {t('failure.reload')}
      </button>
    </div>
  )
}
