import { LockSimpleIcon } from '@phosphor-icons/react/dist/csr/LockSimple'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './read-only.module.css'

/** Tells users without the permission that they have view-only access. */
export function ReadOnlyNote() {
  const { t } = useTranslation()
  return (
    <p className={styles.note} role="note">
      <LockSimpleIcon size={18} aria-hidden="true" />
      {t('form.readOnly')}
    </p>
  )
}

/** Disables all fields inside. */
export function ReadOnly({ children }: { children: ReactNode }) {
  return (
    <>
      <ReadOnlyNote />
      <fieldset disabled className={styles.fields}>
        {children}
      </fieldset>
    </>
  )
}
