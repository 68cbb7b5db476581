import { type Organization, OrganizationCreate, OrganizationUpdate } from '@vitrine/contract/organizations'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { Columns, PasswordField, TextField } from '#ui/form/fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { Section } from '#ui/page.tsx'
import { useWrite } from '#ui/use-write.ts'
import { organizationsKey } from './queries.ts'

const EMPTY = { name: '', adminFirstName: '', adminLastName: '', email: '', password: '' }

/** A new organization together with its first administrator. */
export function OrganizationCreateForm({ onSaved }: { onSaved: () => void }) {
  const { t } = useTranslation()
  const state = useEntityForm(OrganizationCreate, EMPTY)
  const create = useWrite({
    write: api.organizations.create,
    failed: 'errors.createOrganization',
    invalidates: [organizationsKey],
  })
  return (
    <EntityForm state={state} onSubmit={(body) => create({ body }).then(onSaved)}>
      <Section title={t('organizations.section')}>
        <TextField name="name" label={t('organizations.name')} required autoFocus />
      </Section>
      <Section title={t('organizations.adminSection')}>
        <Columns>
          <TextField name="adminFirstName" label={t('organizations.adminFirstName')} required />
          <TextField name="adminLastName" label={t('organizations.adminLastName')} required />
        </Columns>
        <TextField name="email" type="email" label={t('organizations.email')} required />
        <PasswordField
          name="password"
          label={t('password.label')}
          hint={t('password.rules')}
          generates={['password']}
          required
        />
      </Section>
    </EntityForm>
  )
}

/** What may change later is the name. */
export function OrganizationEditForm(props: { organization: Organization; onSaved: () => void }) {
  const { organization, onSaved } = props
  const { t } = useTranslation()
  const state = useEntityForm(OrganizationUpdate, { name: organization.name })
  const update = useWrite({
    write: api.organizations.update,
    failed: 'errors.updateOrganization',
    invalidates: [organizationsKey],
  })
  return (
    <EntityForm
      state={state}
      onSubmit={(body) => update({ params: { id: organization.id }, body }).then(onSaved)}
    >
      <TextField name="name" label={t('organizations.name')} required autoFocus />
    </EntityForm>
  )
}
