import { ApiKeyCreate, KEY_DAYS } from '@vitrine/contract/api/accounts/api-keys'
import { PERMISSIONS, ROLES, type Role } from '@vitrine/contract/permissions'
import { rule } from '@vitrine/contract/rules'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '#lib/api.ts'
import { ScopeField } from '#pickers/scope/scope-field.tsx'
import { apiKeysKey } from '#queries/api-keys.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { CheckboxesField } from '#ui/form/fields/checkboxes-field.tsx'
import { RadioField } from '#ui/form/fields/choice-fields.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'

/** Offered lifetimes in days. */
const DAYS = [30, 90, KEY_DAYS.default, 730, KEY_DAYS.max]

const split = (text: string) => text.split(/[\s,;]+/).filter(Boolean)
const { name, role, permissions, scope, days, networks } = ApiKeyCreate.shape
/** Networks are typed into one field. */
const Form = z.object({
  ...{ name, role, permissions, scope, days },
  networks: z.string().refine((text) => networks.safeParse(split(text)).success, rule('ipAddress')),
})

interface Props {
  organizationId: string | undefined
  onCreated: (secret: string) => void
}

export function ApiKeyForm({ organizationId, onCreated }: Props) {
  const { t } = useTranslation()
  const state = useEntityForm(Form, {
    name: '',
    role: ROLES.user,
    permissions: [],
    scope: null,
    days: KEY_DAYS.default,
    networks: '',
  })
  const create = useWrite({
    write: api.apiKeys.create,
    done: 'apiKeys.created',
    failed: 'apiKeys.createFailed',
    invalidates: [apiKeysKey],
  })
  return (
    <EntityForm
      state={state}
      submitLabel={t('apiKeys.add')}
      onSubmit={async ({ networks: typed, ...body }) => {
        const { secret } = await create({ body: { ...body, networks: split(typed), organizationId } })
        onCreated(secret)
      }}
    >
      <TextField name="name" label={t('apiKeys.name')} hint={t('apiKeys.nameHint')} required autoFocus />
      <Rights />
      <ScopeField name="scope" />
      <SelectField
        name="days"
        label={t('apiKeys.days')}
        required
        choices={DAYS.map((value) => ({ value, label: t('apiKeys.dayCount', { count: value }) }))}
      />
      <TextField
        name="networks"
        label={t('apiKeys.networks')}
        hint={t('apiKeys.networksHint')}
        placeholder="192.0.2.0/24"
      />
    </EntityForm>
  )
}

function Rights() {
  const { t } = useTranslation()
  const chosen: Role = useWatch({ name: 'role' })
  const roles = [ROLES.user, ROLES.admin] as const
  return (
    <>
      <RadioField
        name="role"
        label={t('apiKeys.rights')}
        required
        choices={roles.map((value) => ({
          value,
          label: t(`apiKeys.roles.${value}`),
          text: t(`apiKeys.roleText.${value}`),
        }))}
      />
      {chosen === ROLES.user && (
        <CheckboxesField
          name="permissions"
          label={t('users.permissions')}
          hint={t('apiKeys.permissionsHint')}
          choices={PERMISSIONS.map((value) => ({ value, label: t(`users.permission.${value}`) }))}
        />
      )}
    </>
  )
}
