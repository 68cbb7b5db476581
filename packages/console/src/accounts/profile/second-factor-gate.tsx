import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasPasskeys } from '#accounts/auth/passkey.ts'
import { useAppName } from '#lib/session/brand.ts'
import { session } from '#lib/session/session.ts'
import { PasskeyForm } from './passkey-form.tsx'
import styles from './second-factor.module.css'
import { SecondFactorSteps } from './second-factor-steps.tsx'

/** All that is open to a person whose organization requires a second factor, until they have one. */
export function SecondFactorGate({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation()
  const appName = useAppName()
  const [byPasskey, setByPasskey] = useState(false)
  const tab = `${t('secondFactor.set')} – ${appName}`
  useEffect(() => {
    document.title = tab
  }, [tab])
  return (
    <main className={styles.gate}>
      <h1>{t('secondFactor.set')}</h1>
      <p>{t('secondFactor.requiredText')}</p>
      {byPasskey ? (
        <PasskeyForm onDone={(profile) => session.setProfile(profile)} />
      ) : (
        <SecondFactorSteps onDone={(profile) => session.setProfile(profile)} />
      )}
      <div className={styles.buttons}>
        {hasPasskeys() && (
          <Button variant="default" onClick={() => setByPasskey(!byPasskey)}>
            {t(byPasskey ? 'passkeys.app' : 'passkey.instead')}
          </Button>
        )}
        <Button variant="default" onClick={onLeave}>
          {t('menu.logOut')}
        </Button>
      </div>
    </main>
  )
}
