import { Button } from '@mantine/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '#lib/server/transport.ts'
import { failureText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'
import styles from './conflict-box.module.css'
import { useConflictText } from './conflict-text.ts'

interface ConflictBoxProps {
  error: ApiError
  /** Loads the stored version, discarding the input. Absent for forms that can't reload. */
  onReload?: () => unknown
  /** Saves again, overwriting the newer version. */
  onKeep: () => void
}

/** Another user saved in the meantime: who and when, and which version to keep. */
export function ConflictBox({ error, onReload, onKeep }: ConflictBoxProps) {
  const { t } = useTranslation()
  const who = useConflictText(error)
  const reload = async () => {
    try {
      await onReload?.()
    } catch (failure) {
      notify({ kind: 'negative', message: failureText(failure) })
    }
  }
  // Center it: the sticky button bar would cover it at the edge of a long form.
  const show = useCallback((box: HTMLElement | null) => box?.scrollIntoView({ block: 'center' }), [])
  return (
    <div ref={show} className={styles.conflict} role="alert">
      <strong>{who ?? t('form.conflict')}</strong>
      <span>{t('form.conflictText')}</span>
      <div className={styles.buttons}>
        {onReload && (
          <Button variant="default" size="compact-sm" onClick={() => void reload()}>
            {t('form.reload')}
          </Button>
        )}
        <Button variant="default" size="compact-sm" onClick={onKeep}>
          {t('form.keepMine')}
        </Button>
      </div>
    </div>
  )
}
