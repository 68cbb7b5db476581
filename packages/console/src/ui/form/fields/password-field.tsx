import { PasswordInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { copyText } from '#lib/browser/clipboard.ts'
import { newPassword } from '#lib/session/new-password.ts'
import styles from '#ui/form/entity-form.module.css'
import type { FieldProps } from './use-text-field.ts'
import { useTextField } from './use-text-field.ts'

interface PasswordFieldProps extends FieldProps {
  autoComplete?: 'new-password' | 'current-password'
  /** An empty field is undefined, not an empty password: so it must be in the form's first values, or they look changed. */
  optional?: boolean
  /** Offers a generated password; also fills these fields, such as the repetition. */
  generates?: readonly string[]
  autoFocus?: boolean
}

export function PasswordField({
  autoComplete = 'new-password',
  optional,
  generates,
  autoFocus,
  ...field
}: PasswordFieldProps) {
  const { t } = useTranslation()
  const { register, setValue, setFocus } = useFormContext()
  useEffect(() => {
    if (autoFocus) setFocus(field.name)
  }, [autoFocus, setFocus, field.name])
  const [visible, setVisible] = useState(false)
  const [isMade, setIsMade] = useState(false)
  const props = useTextField(field)
  const generate = () => {
    const password = newPassword()
    for (const name of generates ?? []) setValue(name, password, { shouldDirty: true, shouldValidate: true })
    setVisible(true)
    setIsMade(true)
  }
  return (
    <div>
      <PasswordInput
        {...props}
        {...(optional && register(field.name, { setValueAs: (value) => value || undefined }))}
        autoComplete={autoComplete}
        visible={visible}
        onVisibilityChange={setVisible}
        visibilityToggleButtonProps={{ 'aria-label': t(visible ? 'password.hide' : 'password.show') }}
      />
      {generates && (
        <div className={styles.links}>
          <button type="button" className={styles.link} onClick={generate}>
            {t('password.generate')}
          </button>
          {isMade && <CopyLink name={field.name} />}
        </div>
      )}
    </div>
  )
}

/** Copies a generated password, which isn't readable after saving. */
function CopyLink({ name }: { name: string }) {
  const { t } = useTranslation()
  const { getValues } = useFormContext()
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>()
  const copy = async () => setOutcome((await copyText(String(getValues(name)))) ? 'copied' : 'notCopied')
  return (
    <>
      <button type="button" className={styles.link} onClick={() => void copy()}>
        {t('password.copy')}
      </button>
      <span role="status">{outcome && t(`password.${outcome}`)}</span>
    </>
  )
}
