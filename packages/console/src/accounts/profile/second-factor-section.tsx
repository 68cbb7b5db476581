import { Button } from '@mantine/core'
import type { Profile } from '@vitrine/contract/api/accounts/auth'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '#lib/api.ts'
import { session } from '#lib/session/session.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { Section } from '#ui/page/page.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { useWrite } from '#ui/work/use-write.ts'
import styles from './second-factor.module.css'
import { CurrentPassword, CurrentPasswordField, SecondFactorSteps } from './second-factor-steps.tsx'

/** Turns the codes of an authenticator app on and off. */
export function SecondFactorSection({ profile }: { profile: Profile }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<'set' | 'remove'>()
  const close = () => setOpened(undefined)
  const { authenticatorApp: hasApp, recoveryCodesLeft, organization, passkeys } = profile
  const mayRemove = hasApp && (!organization.requiresSecondFactor || passkeys > 0)
  return (
    <Section id="second-factor" title={t('secondFactor.title')} text={t('secondFactor.text')}>
      {hasApp && (
        <p className={styles.state}>
          <StatusChip status="active" />
          {t('secondFactor.left', { count: recoveryCodesLeft })}
        </p>
      )}
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => setOpened('set')}>
          {t(hasApp ? 'secondFactor.again' : 'secondFactor.set')}
        </Button>
        {mayRemove && (
          <Button variant="default" color="bad" onClick={() => setOpened('remove')}>
            {t('secondFactor.remove')}
          </Button>
        )}
      </div>
      <FormDialog opened={opened === 'set'} onClose={close} title={t('secondFactor.set')}>
        <SecondFactorSteps
          onDone={(next) => {
            session.setProfile(next)
            close()
          }}
        />
      </FormDialog>
      <FormDialog opened={opened === 'remove'} onClose={close} title={t('secondFactor.remove')}>
        <Removal onRemoved={close} />
      </FormDialog>
    </Section>
  )
}

function Removal({ onRemoved }: { onRemoved: () => void }) {
  const { t } = useTranslation()
  const state = useEntityForm(CurrentPassword, { currentPassword: '' })
  const remove = useWrite({
    write: async (body: z.infer<typeof CurrentPassword>) =>
      session.setProfile((await api.secondFactor.remove({ body })).profile),
    failed: 'secondFactor.removeFailed',
    done: 'secondFactor.removed',
  })
  return (
    <EntityForm
      state={state}
      guard={false}
      submitLabel={t('secondFactor.remove')}
      onSubmit={(body) => remove(body).then(onRemoved)}
    >
      <p>{t('secondFactor.removeText')}</p>
      <CurrentPasswordField />
    </EntityForm>
  )
}
