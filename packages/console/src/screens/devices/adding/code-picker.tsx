import { Button } from '@mantine/core'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { devicesKey } from '#queries/devices.ts'
import styles from '#screens/devices/devices.module.css'
import { useAction } from '#ui/work/use-write.ts'
import { CodeStep } from './code-step.tsx'
import type { Found } from './found.ts'
import { FoundScreen } from './found-screen.tsx'

/**
 * Connects a new screen, listed automatically or found by its code, under its suggested name. The user compares the
 * sign first.
 */
export function CodePicker({ onConnected }: { onConnected: (device: Device) => void }) {
  const { t } = useTranslation()
  const claim = useAction({
    write: async ({ screen, code }: { screen: Found; code: string }) => {
      const { device } = await api.devices.claim({ body: { code, name: screen.suggestedName } })
      onConnected(device)
    },
    done: (_, { screen }) => t('devices.isConnected', { name: screen.suggestedName }),
    failed: 'devices.claimFailed',
    invalidates: [devicesKey],
  })
  const frame = useRef<HTMLDivElement>(null)
  // Focus the code field, because it is the only one; dialogs focus their first field themselves.
  useEffect(() => {
    if (document.activeElement === document.body) frame.current?.querySelector('input')?.focus()
  }, [])
  return (
    <div ref={frame}>
      <CodeStep>
        {(screen, code, back) => (
          <>
            <FoundScreen found={screen} code={code} />
            <div className={styles.links}>
              {back && (
                <Button variant="default" onClick={back}>
                  {t('page.back')}
                </Button>
              )}
              <Button autoFocus={back !== undefined} onClick={() => void claim({ screen, code })}>
                {t('devices.connect')}
              </Button>
            </div>
          </>
        )}
      </CodeStep>
    </div>
  )
}
