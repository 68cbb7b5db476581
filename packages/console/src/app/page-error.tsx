import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChunkError } from '#lib/server/load-chunk.ts'
import { reloadIfNewer } from '#lib/server/newer-build.ts'
import { notify } from '#lib/toasts.ts'
import styles from './page-error.module.css'

/** Replaces a page that crashed or whose script failed to load; the rest of the console keeps working. */
export function PageError({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const chunk = error instanceof ChunkError
  // Check for a newer console first: a missing chunk then means a reload, not an error.
  const [looking, setLooking] = useState(chunk)
  useEffect(() => {
    if (!chunk) return
    void reloadIfNewer().then((begins) => {
      if (begins) return
      setLooking(false)
      notify({ kind: 'negative', message: t('failure.generic') })
    })
  }, [chunk, t])
  if (looking) return null
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
