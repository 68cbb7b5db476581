import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { ApiError } from '#lib/server/transport.ts'
import { useAppName } from '#lib/session/brand.ts'
import { session } from '#lib/session/session.ts'
import { notify } from '#lib/toasts.ts'
import { isFromSigner } from './kiosk-code.ts'
import styles from './login-page.module.css'

/** Give up on an answer after this long. */
const PATIENCE_MS = 8000

/**
 * The entry for kiosks: the link itself logs in. It must be opened from a page of the origin that signed its code and
 * that the organization allows; everything else is refused.
 */
export function AuthRedirectPage() {
  const { t } = useTranslation()
  const appName = useAppName()
  const { code } = useSearch({ from: '/auth/auth-redirect' })
  const navigate = useNavigate()
  const [problem, setProblem] = useState<'refused' | 'failed'>()
  const entered = useRef(false)

  const tab = `${t('redirect.title')} – ${appName}`
  useEffect(() => {
    document.title = tab
  }, [tab])
  useEffect(() => {
    // A code works once, but StrictMode runs effects twice.
    if (entered.current) return
    entered.current = true
    const refuse = (why: 'refused' | 'failed') => {
      setProblem(why)
      notify({ kind: 'negative', message: t('auth.loginFailed') })
    }
    void navigate({ to: '/auth/auth-redirect', search: {}, replace: true })
    if (!code || !isFromSigner(code, document.referrer)) return refuse('refused')
    enter(code).catch((error: unknown) =>
      refuse(error instanceof ApiError && error.status === 401 ? 'refused' : 'failed'),
    )
  }, [code, navigate, t])

  if (!problem)
    return (
      <h1 className={styles.title} role="status">
        {t('redirect.title')}
      </h1>
    )
  return (
    <>
      <h1 className={styles.title}>{t('auth.loginFailed')}</h1>
      <p className={styles.lead}>{t(`redirect.${problem}`)}</p>
      {document.referrer && (
        <a className={styles.submit} href={document.referrer} target="_top">
          {t('redirect.back')}
        </a>
      )}
      <p className={styles.links}>
        <Link to="/auth/login">{t('redirect.toLogin')}</Link>
      </p>
    </>
  )
}

async function enter(kioskCode: string): Promise<void> {
  const { api } = await loadChunk(() => import('#lib/api.ts'), PATIENCE_MS)
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new ApiError(0)), PATIENCE_MS))
  session.signIn(await Promise.race([api.auth.login({ body: { kioskCode } }), late]))
}
