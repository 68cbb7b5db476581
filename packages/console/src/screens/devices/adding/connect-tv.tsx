import { Anchor, Select } from '@mantine/core'
import {
  debianCommand,
  SETUP_FILES,
  SETUP_KINDS,
  type SetupKind,
  setupAddress,
} from '@vitrine/contract/player/setups'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#screens/devices/devices.module.css'

const STEPS = ['step1', 'step2', 'step3'] as const

/** Downloads the file that makes a TV or signage player open the address, with instructions. */
export function ConnectTv({ address, signedBy }: { address: string; signedBy: string }) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<SetupKind>()
  return (
    <div className={styles.setup}>
      <Select
        label={t('devices.setups.kind')}
        data={SETUP_KINDS.map((value) => ({ value, label: t(`devices.setups.${value}.label`) }))}
        value={kind ?? null}
        onChange={(value) => setKind(SETUP_KINDS.find((each) => each === value))}
        allowDeselect={false}
      />
      {kind && (
        <>
          <Anchor href={setupAddress(address, kind)} download={SETUP_FILES[kind]}>
            {t('devices.setups.download', { file: SETUP_FILES[kind] })}
          </Anchor>
          <ol>
            {STEPS.map((step) => (
              <li key={step}>{t(`devices.setups.${kind}.${step}`)}</li>
            ))}
          </ol>
          {kind === 'debian' && (
            <pre dir="ltr" className={styles.commands}>
              {debianCommand(address, signedBy)}
            </pre>
          )}
          <p className={styles.quiet}>{t('devices.setups.unseen')}</p>
        </>
      )}
    </div>
  )
}
