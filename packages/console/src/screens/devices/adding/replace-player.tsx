import { Button } from '@mantine/core'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { devicesKey } from '#queries/devices.ts'
import styles from '#screens/devices/devices.module.css'
import { useAction } from '#ui/work/use-write.ts'
import { CodeStep } from './code-step.tsx'
import { FoundScreen } from './found-screen.tsx'

/** Connects new hardware in place of the old: name, group and schedule stay. The old player is disconnected. */
export function ReplacePlayer({ device, onDone }: { device: Device; onDone: () => void }) {
  const { t } = useTranslation()
  const replace = useAction({
    write: api.devices.replace,
    done: () => t('devices.replaced', { name: device.name }),
    failed: 'devices.replaceFailed',
    invalidates: [devicesKey],
  })
  const run = async (code: string) => {
    if (await replace({ params: { id: device.id }, body: { code } })) onDone()
  }
  return (
    <CodeStep>
      {(found, code, back) => (
        <>
          <FoundScreen found={found} code={code} />
          <p>{t('devices.replaceText', { name: device.name })}</p>
          <div className={styles.links}>
            {back && (
              <Button variant="default" onClick={back}>
                {t('form.cancel')}
              </Button>
            )}
            <Button onClick={() => void run(code)}>{t('devices.replace')}</Button>
          </div>
        </>
      )}
    </CodeStep>
  )
}
