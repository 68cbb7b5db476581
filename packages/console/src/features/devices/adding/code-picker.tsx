import { Button } from '@mantine/core'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#features/devices/devices.module.css'
import { devicesKey } from '#features/devices/queries.ts'
import { api } from '#lib/api.ts'
import { useAction } from '#ui/work/use-write.ts'
import { CodeStep, type Found } from './code-step.tsx'
import { FoundScreen } from './found-screen.tsx'

/** A new screen by the code that it shows: type it, compare the sign, connect. It gets the name that is suggested. */
export function CodePicker({ onConnected }: { onConnected: (device: Device) => void }) {
  const { t } = useTranslation()
  const [found, setFound] = useState<{ screen: Found; code: string }>()
  const claim = useAction({
    write: async ({ screen, code }: { screen: Found; code: string }) => {
      const { device } = await api.devices.claim({ body: { code, name: screen.suggestedName } })
      onConnected(device)
    },
    failed: 'devices.claimFailed',
    invalidates: [devicesKey],
  })
  const frame = useRef<HTMLDivElement>(null)
  // Typing the code is the only task; dialogs focus their first field themselves.
  useEffect(() => {
    if (document.activeElement === document.body) frame.current?.querySelector('input')?.focus()
  }, [])
  if (!found)
    return (
      <div ref={frame}>
        <CodeStep onFound={(screen, code) => setFound({ screen, code })} />
      </div>
    )
  return (
    <div className={styles.step}>
      <FoundScreen found={found.screen} />
      <div className={styles.links}>
        <Button variant="default" onClick={() => setFound(undefined)}>
          {t('page.back')}
        </Button>
        <Button data-autofocus autoFocus onClick={() => void claim(found)}>
          {t('devices.connect')}
        </Button>
      </div>
    </div>
  )
}
