import { useWindowEvent } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { refreshProfile } from '#lib/session/own-profile.ts'
import { useVerificationMail } from '#operations/settings/use-verification-mail.ts'
import styles from './notice-banner.module.css'

/** Asks the user to verify their address, and can resend the email. */
export function VerifyBanner({ email }: { email: string }) {
  const { t } = useTranslation()
  const { send, wait } = useVerificationMail(email)
  // The link may have been opened on another device.
  useWindowEvent('focus', refreshProfile)
  return (
    <div className={styles.banner} role="status">
      <span>
        {t('verification.banner')} <bdi dir="ltr">{email}</bdi>
      </span>
      <button type="button" disabled={wait > 0} onClick={send}>
        {wait > 0 ? t('verification.againIn', { count: wait }) : t('verification.bannerSend')}
      </button>
    </div>
  )
}
