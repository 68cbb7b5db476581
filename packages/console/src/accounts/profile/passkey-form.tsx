import type { Profile } from '@vitrine/contract/api/accounts/auth'
import { PasskeyName } from '@vitrine/contract/api/accounts/passkeys'
import { rule } from '@vitrine/contract/rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { makePasskey, passkeyProblem } from '#accounts/auth/passkey.ts'
import { api } from '#lib/api.ts'
import { ApiError } from '#lib/server/transport.ts'
import { session } from '#lib/session/session.ts'
import { browserOf } from '#lib/text/browser-name.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'
import styles from './second-factor.module.css'
import { CurrentPassword, CurrentPasswordField } from './second-factor-steps.tsx'

const Form = PasskeyName.extend(CurrentPassword.shape).refine(
  ({ currentPassword }) => currentPassword || session.get().profile?.viaProvider,
  { path: ['currentPassword'], message: rule('required') },
)

/** Adds a passkey of this device. `onDone`: call `session.setProfile`. */
export function PasskeyForm({ onDone }: { onDone: (profile: Profile) => void }) {
  const { t } = useTranslation()
  const [problem, setProblem] = useState<string>()
  const { browser, system } = browserOf(navigator.userAgent)
  const name = [browser, system].filter(Boolean).join(' · ')
  const state = useEntityForm(Form, { name, currentPassword: '' })
  const add = useWrite({
    write: api.passkeys.create,
    failed: 'passkeys.addFailed',
    done: 'passkeys.isAdded',
  })
  const submit = async (values: z.infer<typeof Form>) => {
    setProblem(undefined)
    try {
      const made = await makePasskey(values.currentPassword)
      const { profile } = await add({ body: { name: values.name, ...made } })
      // The saved values become the baseline first: closing asks nothing.
      queueMicrotask(() => onDone(profile))
    } catch (error) {
      if (error instanceof ApiError) throw error
      setProblem(passkeyProblem(error) ?? t('failure.generic'))
    }
  }
  return (
    <EntityForm state={state} guard={false} submitLabel={t('passkeys.continue')} onSubmit={submit}>
      <p>{t('passkeys.addText')}</p>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <TextField name="name" label={t('passkeys.name')} hint={t('passkeys.nameHint')} required />
      <CurrentPasswordField />
    </EntityForm>
  )
}
