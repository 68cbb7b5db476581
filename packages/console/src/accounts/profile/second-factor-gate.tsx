import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { session } from '#lib/session/session.ts'
import styles from './second-factor.module.css'
import { SecondFactorSteps } from './second-factor-steps.tsx'

/** All that is open to a person whose organization requires a second factor, until they have one. */
export function SecondFactorGate({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation()
  const tab = `${t('secondFactor.set')} – ${t('app.name')}`
  useEffect(() => {
    document.title = tab
  }, [tab])
  return (
    <main className={styles.gate}>
      <h1>{t('secondFactor.set')}</h1>
      <p>{t('secondFactor.requiredText')}</p>
      <SecondFactorSteps onDone={(profile) => session.setProfile(profile)} />
      <div>
        <Button variant="default" onClick={onLeave}>
          {t('menu.logOut')}
        </Button>
      </div>
    </main>
  )
}
