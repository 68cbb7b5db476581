import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { overlay } from '#lib/overlay.ts'
import styles from './loading-overlay.module.css'

/** Delay that keeps short writes from flashing the overlay. */
const DELAY_MS = 150

/** Covers the page during a blocking write. */
export function LoadingOverlay() {
  const { t } = useTranslation()
  const busy = useStore(overlay, ({ count }) => count > 0)
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setLate(true), DELAY_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [busy])
  if (!busy || !late) return null
  return (
    <div className={styles.overlay} role="status" aria-label={t('overlay.loading')}>
      <span className={styles.wheel} />
    </div>
  )
}
