import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { impactText, missingText } from '#pickers/impact/impact-text.ts'
import type { ValueChanges } from './use-value-changes.ts'
import styles from './values.module.css'

/** What saving would change on screens, and the buttons to save or discard. */
export function ChangesBar({ changes }: { changes: ValueChanges }) {
  const { t } = useTranslation()
  const { count, impact, save, clear } = changes
  if (count === 0) return null
  const missing = impact && missingText(t, impact.missing)
  return (
    <div className={styles.bar}>
      <p role="status" className={styles.impact}>
        <span>{(impact && impactText(t, impact)) ?? t('screenValues.unsaved', { count })}</span>
        {missing && <span data-tone>{missing}</span>}
      </p>
      <Button variant="default" onClick={clear}>
        {t('screenValues.discard')}
      </Button>
      <Button onClick={() => void save()}>{t('screenValues.save')}</Button>
    </div>
  )
}
