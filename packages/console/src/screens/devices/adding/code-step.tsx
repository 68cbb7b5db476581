import { Button, TextInput } from '@mantine/core'
import { PairingCode } from '@vitrine/contract/api/screens/screen-report'
import { PAIRING_LENGTH } from '@vitrine/contract/player/pairing'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { notifyFailure } from '#lib/text/error-text.ts'
import styles from '#screens/devices/devices.module.css'
import type { Found } from './found.ts'
import { WaitingScreens } from './waiting-screens.tsx'

interface CodeStepProps {
  /** A code from the screen's QR code. */
  given?: string
  /** Renders the form to connect a found screen. `back` returns to the code if the user had to enter it. */
  children: (found: Found, code: string, back?: () => void) => ReactNode
}

/** Finds a screen by the link that opened its player, or by the code on it. */
export function CodeStep({ given, children }: CodeStepProps) {
  const [chosen, setChosen] = useState<{ found: Found; code: string }>()
  if (chosen)
    return (
      <div className={styles.step}>{children(chosen.found, chosen.code, () => setChosen(undefined))}</div>
    )
  const choose = (found: Found, code: string) => setChosen({ found, code })
  return (
    <div className={styles.step}>
      <WaitingScreens onChoose={choose} connect={children} />
      <CodeForm given={given} onFound={choose} />
    </div>
  )
}

interface CodeFormProps {
  given?: string | undefined
  onFound: (found: Found, code: string) => void
}

/** Six letters, typed or pasted in any format; submits when complete. */
function CodeForm({ given = '', onFound }: CodeFormProps) {
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
      setProblem(notifyFailure(error, 'devices.codeFailed'))
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
        <Button type="submit" variant="default" loading={busy} disabled={value.length < PAIRING_LENGTH}>
          {t('devices.find')}
        </Button>
      </div>
    </form>
  )
}
