import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type IdentityProviderAnswer,
  IdentityProviderUpdate,
  PROVIDER_FACTORS,
} from '@vitrine/contract/api/accounts/identity-provider'
import { DEFAULT_PERMISSIONS, PERMISSIONS, ROLES } from '@vitrine/contract/permissions'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '#lib/api.ts'
import styles from '#operations/settings/settings-page.module.css'
import { CustomRoleField } from '#pickers/roles/custom-role-field.tsx'
import { providerKey } from '#queries/settings.ts'
import { usersQuery } from '#queries/users.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { CheckboxesField, CheckboxField } from '#ui/form/fields/checkboxes-field.tsx'
import { RadioField } from '#ui/form/fields/choice-fields.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { GroupField } from '#ui/form/fields/group-field.tsx'
import { PasswordField } from '#ui/form/fields/password-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useAction, useWrite } from '#ui/work/use-write.ts'

interface Props {
  answer: IdentityProviderAnswer
  organizationId: string
}

type Values = z.input<typeof IdentityProviderUpdate>
const noGroup = () => ({ group: '', role: ROLES.user, roleId: null })

const valuesOf = ({ provider }: Pick<IdentityProviderAnswer, 'provider'>): Values => {
  if (!provider)
    return {
      ...{ issuer: '', clientId: '', clientSecret: '', defaultRole: ROLES.user, groupsClaim: '' },
      defaultRoleId: null,
      ...{ permissions: [...DEFAULT_PERMISSIONS], groups: [noGroup()], createsAccounts: true },
      ...{ trustsEmail: false, factor: 'claimed', required: false, breakGlassId: null },
    }
  const { hasSecret: _, groups, ...values } = provider
  return { ...values, clientSecret: '', groups: groups.length ? groups : [noGroup()] }
}

export function ProviderForm({ answer, organizationId }: Props) {
  const { t } = useTranslation()
  const params = { id: organizationId }
  const state = useEntityForm(IdentityProviderUpdate, valuesOf(answer))
  const save = useWrite({
    write: api.identityProvider.update,
    done: 'singleSignOn.saved',
    failed: 'singleSignOn.saveFailed',
    invalidates: [providerKey],
  })
  return (
    <EntityForm
      state={state}
      onSubmit={async (body) => {
        const saved = await save({ params, body })
        // The form stays open for further saves.
        state.form.reset(valuesOf(saved))
      }}
      onReload={async () => state.form.reset(valuesOf(await api.identityProvider.get({ params })))}
    >
      <TextField
        name="issuer"
        type="url"
        label={t('singleSignOn.issuer')}
        hint={t('singleSignOn.issuerHint')}
        placeholder="https://login.example.org/realms/main"
        required
      />
      <TextField name="clientId" label={t('singleSignOn.clientId')} required />
      <PasswordField
        name="clientSecret"
        label={t('singleSignOn.clientSecret')}
        hint={answer.provider?.hasSecret ? t('singleSignOn.secretKept') : undefined}
      />
      <Accounts organizationId={organizationId} />
      <RadioField
        name="factor"
        label={t('singleSignOn.factor')}
        choices={PROVIDER_FACTORS.map((value) => ({
          value,
          label: t(`singleSignOn.factors.${value}`),
          text: t(`singleSignOn.factorTexts.${value}`),
        }))}
      />
      <Requirement organizationId={organizationId} />
    </EntityForm>
  )
}

/** Which accounts logins make, and their roles. */
function Accounts({ organizationId }: Pick<Props, 'organizationId'>) {
  const { t } = useTranslation()
  const { watch } = useFormContext<Values>()
  const roles = [ROLES.user, ROLES.admin].map((value) => ({ value, label: t(`users.roles.${value}`) }))
  return (
    <>
      <CheckboxField
        name="createsAccounts"
        label={t('singleSignOn.createsAccounts')}
        hint={t('singleSignOn.createsAccountsText')}
      />
      <CheckboxField
        name="trustsEmail"
        label={t('singleSignOn.trustsEmail')}
        hint={t('singleSignOn.trustsEmailText')}
      />
      <RadioField name="defaultRole" label={t('singleSignOn.defaultRole')} choices={roles} />
      {watch('defaultRole') === ROLES.user && (
        <CustomRoleField name="defaultRoleId" organizationId={organizationId} />
      )}
      <CheckboxesField
        name="permissions"
        label={t('singleSignOn.permissions')}
        choices={PERMISSIONS.map((value) => ({ value, label: t(`users.permission.${value}`) }))}
      />
      <TextField
        name="groupsClaim"
        label={t('singleSignOn.groupsClaim')}
        hint={t('singleSignOn.groupsClaimHint')}
        placeholder="groups"
      />
      {watch('groupsClaim') && (
        <GroupField
          name="groups"
          label={t('singleSignOn.groups')}
          itemLabel={t('singleSignOn.group')}
          hint={t('singleSignOn.groupsHint')}
          empty={noGroup}
          focus="group"
        >
          {(index, path) => (
            <>
              <TextField name={`${path}.group`} label={t('singleSignOn.group')} />
              <SelectField name={`${path}.role`} label={t('users.role')} choices={roles} />
              {watch(`groups.${index}.role`) === ROLES.user && (
                <CustomRoleField name={`${path}.roleId`} organizationId={organizationId} />
              )}
            </>
          )}
        </GroupField>
      )}
    </>
  )
}

function Requirement({ organizationId }: Pick<Props, 'organizationId'>) {
  const { t } = useTranslation()
  const { watch } = useFormContext<Values>()
  const users = useQuery(usersQuery())
  const isRequired = watch('required')
  const admins = (users.data ?? [])
    .filter((user) => user.organizationId === organizationId && user.role !== ROLES.user)
    .map(({ id, firstName, lastName, email }) => ({
      value: id,
      label: `${firstName} ${lastName} (${email})`,
    }))
  return (
    <>
      <CheckboxField
        name="required"
        label={t('singleSignOn.required')}
        hint={t('singleSignOn.requiredText')}
      />
      <SelectField
        name="breakGlassId"
        label={t('singleSignOn.breakGlass')}
        hint={t('singleSignOn.breakGlassText')}
        choices={admins}
        required={isRequired}
        clearable
        searchable
      />
    </>
  )
}

/** Back to passwords only. */
export function ProviderRemoval({ organizationId }: Pick<Props, 'organizationId'>) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const remove = useAction({
    write: () => api.identityProvider.remove({ params: { id: organizationId } }),
    done: 'singleSignOn.removed',
    failed: 'errors.delete',
    invalidates: [providerKey],
  })
  if (!asking)
    return (
      <div>
        <Button variant="default" color="bad" onClick={() => setAsking(true)}>
          {t('singleSignOn.remove')}
        </Button>
      </div>
    )
  return (
    <div className={styles.question} role="alertdialog" aria-label={t('singleSignOn.remove')}>
      <p>{t('singleSignOn.removeText')}</p>
      <Group gap={8}>
        <Button variant="default" onClick={() => setAsking(false)} ref={(button) => button?.focus()}>
          {t('form.cancel')}
        </Button>
        <Button color="bad" onClick={() => void remove(undefined)}>
          {t('singleSignOn.remove')}
        </Button>
      </Group>
    </div>
  )
}
