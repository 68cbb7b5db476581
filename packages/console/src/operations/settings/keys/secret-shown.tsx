import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#ui/form/copy-button.tsx'
import styles from './api-keys.module.css'

export interface ShownSecret {
  label: string
  copy: string
  value: string
}

interface Props {
  text: string
  secrets: readonly ShownSecret[]
  onDone: () => void
}

/** Secrets that are shown once, in fields that select them. */
export function SecretShown({ text, secrets, onDone }: Props) {
  const { t } = useTranslation()
  return (
    <div className={styles.secret}>
      <p role="status">{text}</p>
      {secrets.map(({ label, copy, value }, index) => (
        <div key={label} className={styles.copied}>
          <TextInput
            label={label}
            value={value}
            readOnly
            dir="ltr"
            data-autofocus={index === 0 || undefined}
            ref={index === 0 ? (field) => field?.focus() : undefined}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <CopyButton text={value} label={copy} />
        </div>
      ))}
      <div className={styles.buttons}>
        <Button onClick={onDone}>{t('apiKeys.done')}</Button>
      </div>
    </div>
  )
}
