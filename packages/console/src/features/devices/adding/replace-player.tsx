import { Button } from '@mantine/core'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#features/devices/devices.module.css'
import { devicesKey } from '#features/devices/queries.ts'
import { api } from '#lib/api.ts'
import { useAction } from '#ui/work/use-write.ts'
import { CodeStep, type Found } from './code-step.tsx'
import { FoundScreen } from './found-screen.tsx'

/** New hardware in the place of the old: same name, group and schedule. The old one is disconnected. */
export function ReplacePlayer({ device, onDone }: { device: Device; onDone: () => void }) {
  const { t } = useTranslation()
  const [found, setFound] = useState<{ screen: Found; code: string }>()
  const replace = useAction({
    write: api.devices.replace,
    failed: 'devices.replaceFailed',
    invalidates: [devicesKey],
  })
  if (!found) return <CodeStep onFound={(screen, code) => setFound({ screen, code })} />
  const run = async () => {
    if (await replace({ params: { id: device.id }, body: { code: found.code } })) onDone()
  }
  return (
    <div className={styles.step}>
      <FoundScreen found={found.screen} />
      <p>{t('devices.replaceText', { name: device.name })}</p>
      <div className={styles.links}>
        <Button variant="default" onClick={() => setFound(undefined)}>
          {t('form.cancel')}
        </Button>
        <Button onClick={() => void run()}>{t('devices.replace')}</Button>
      </div>
    </div>
  )
}
