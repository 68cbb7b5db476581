import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#lib/toasts.ts'
import styles from './login-page.module.css'

/** The entry of kiosks. A page that was not opened from an allowed one is refused, which is the default. */
export function AuthRedirectPage() {
  const { t } = useTranslation()
  useEffect(() => notify({ kind: 'negative', message: t('auth.loginFailed') }), [t])
  return (
    <>
      <h1 className={styles.title}>{t('auth.loginFailed')}</h1>
      <p>{t('redirect.refused')}</p>
      <p>
        <Link to="/auth/login">{t('redirect.toLogin')}</Link>
      </p>
    </>
  )
}
