import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#operations/settings/copy-button.tsx'
import styles from './api-keys.module.css'

interface Props {
  label: string
  secret: string
  text: string
  onDone: () => void
}

/** A secret that is shown once, in a field that selects it. */
export function SecretShown({ label, secret, text, onDone }: Props) {
  const { t } = useTranslation()
  return (
    <div className={styles.secret}>
      <p role="status">{text}</p>
      <TextInput
        label={label}
        value={secret}
        readOnly
        dir="ltr"
        data-autofocus
        ref={(field) => field?.focus()}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={styles.buttons}>
        <CopyButton text={secret} label={t('apiKeys.copy')} />
        <Button onClick={onDone}>{t('apiKeys.done')}</Button>
      </div>
    </div>
  )
}
