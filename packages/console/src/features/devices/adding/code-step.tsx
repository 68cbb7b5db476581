import { Button, TextInput } from '@mantine/core'
import { PairingCode } from '@vitrine/contract/api/screens/screen-report'
import { PAIRING_LENGTH } from '@vitrine/contract/player/pairing'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#features/devices/devices.module.css'
import { api } from '#lib/api.ts'
import { failureText } from '#lib/text/error-text.ts'
import { PlayerAddress } from './player-address.tsx'

/** The screen that shows a code, as it describes itself. */
export type Found = Awaited<ReturnType<typeof api.devices.findPairing>>

interface CodeStepProps {
  /** A code that is known already, from the QR code of a screen. */
  given?: string
  onFound: (found: Found, code: string) => void
}

/** Six letters, typed or pasted in any form; sent automatically when complete. */
export function CodeStep({ given = '', onFound }: CodeStepProps) {
  const { t } = useTranslation()
  const [value, setValue] = useState(given)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const find = async (text: string) => {
    const code = PairingCode.safeParse(text)
    if (!code.success) return setProblem(t('devices.codeForm'))
    setBusy(true)
    try {
      onFound(await api.devices.findPairing({ body: { code: code.data } }), code.data)
    } catch (error) {
      setProblem(failureText(error, 'devices.codeFailed'))
    } finally {
      setBusy(false)
    }
  }
  const change = (text: string) => {
    const letters = text
      .toUpperCase()
      .replace(/[^A-Z]/g, '')
      .slice(0, PAIRING_LENGTH)
    setValue(letters)
    setProblem(undefined)
    if (letters.length === PAIRING_LENGTH) void find(letters)
  }
  return (
    <form
      className={styles.step}
      onSubmit={(event) => {
        event.preventDefault()
        void find(value)
      }}
    >
      <PlayerAddress />
      <TextInput
        classNames={{ input: styles.code }}
        label={t('devices.code')}
        description={t('devices.codeHint')}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
        error={problem}
        autoComplete="one-time-code"
        spellCheck={false}
        dir="ltr"
        data-autofocus
      />
      <div className={styles.links}>
        <Button type="submit" loading={busy} disabled={value.length < PAIRING_LENGTH}>
          {t('devices.find')}
        </Button>
      </div>
    </form>
  )
}
