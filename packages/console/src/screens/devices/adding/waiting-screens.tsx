import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { waitingQuery } from '#queries/adding-screens.ts'
import styles from '#screens/devices/devices.module.css'
import type { Found } from './found.ts'
import { FoundScreen } from './found-screen.tsx'
import { PlayerAddress } from './player-address.tsx'

interface WaitingScreensProps {
  onChoose: (found: Found, code: string) => void
  /** Renders the form to connect the only found screen. */
  connect: (found: Found, code: string) => ReactNode
}

/** The address to open, replaced by the screens that opened it. */
export function WaitingScreens({ onChoose, connect }: WaitingScreensProps) {
  const { t } = useTranslation()
  const screens = useQuery(waitingQuery()).data?.screens ?? []
  const [isOther, setOther] = useState(false)
  const [only] = screens
  const isAddressShown = isOther || !only
  return (
    <>
      {isAddressShown && <PlayerAddress />}
      <p role="status" className={styles.waiting} data-found={screens.length > 0}>
        {only ? t('devices.found', { count: screens.length }) : t('devices.waiting')}
      </p>
      {!isAddressShown && (
        <>
          {screens.length === 1 ? (
            <div key={only.code} className={styles.step}>
              {connect(only, only.code)}
            </div>
          ) : (
            screens.map(({ code, ...found }) => (
              <FoundScreen key={code} found={found} code={code}>
                <Button size="compact-sm" mt={8} onClick={() => onChoose(found, code)}>
                  {t('devices.chooseFound', { code })}
                </Button>
              </FoundScreen>
            ))
          )}
          <Button variant="subtle" size="compact-sm" justify="start" onClick={() => setOther(true)}>
            {t('devices.otherScreen')}
          </Button>
        </>
      )}
    </>
  )
}
