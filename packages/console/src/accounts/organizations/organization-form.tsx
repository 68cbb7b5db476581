import { Progress } from '@mantine/core'
import {
  type Organization,
  OrganizationCreate,
  OrganizationUpdate,
} from '@vitrine/contract/api/accounts/organizations'
import { EXPORTS_MAX } from '@vitrine/contract/api/operations/archives'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { session } from '#lib/session/session.ts'
import { viewAs, viewedOrganization } from '#lib/session/view-as.ts'
import { addedText, savedText } from '#lib/text/done-text.ts'
import { fileSize } from '#lib/text/file-size.ts'
import { numberText } from '#lib/text/format.ts'
import { organizationsKey } from '#queries/organizations.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { CheckboxField } from '#ui/form/fields/checkboxes-field.tsx'
import { NumberField } from '#ui/form/fields/choice-fields.tsx'
import { Columns, TextField } from '#ui/form/fields/fields.tsx'
import { PasswordField } from '#ui/form/fields/password-field.tsx'
import { RegionFields } from '#ui/form/region/region-fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { Section } from '#ui/page/page.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { BrandFields } from './brand-fields.tsx'

const EMPTY = { name: '', adminFirstName: '', adminLastName: '', email: '', password: '' }

/** Creates an organization together with its first admin. */
export function OrganizationCreateForm({ onSaved }: { onSaved: () => void }) {
  const { t } = useTranslation()
  const state = useEntityForm(OrganizationCreate, EMPTY)
  const create = useWrite({
    write: api.organizations.create,
    done: ({ organization }) => addedText(organization.name),
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

const valuesOf = ({
  name,
  brand,
  branded,
  host,
  region,
  storage,
  playDays,
  requiresSecondFactor,
  version,
}: Organization) => ({
  name,
  brand,
  branded,
  host: host ?? '',
  region,
  storageMb: storage.ownMb,
  playDays,
  requiresSecondFactor,
  version,
})

/** Used storage, if the organization has a limit. */
function StorageBar({ storage: { used, limitMb } }: Pick<Organization, 'storage'>) {
  const { t } = useTranslation()
  if (limitMb === null) return null
  const share = Math.min(100, (used / 2 ** 20 / limitMb) * 100)
  return (
    <Progress
      value={share}
      color={share >= 90 ? 'red' : undefined}
      aria-label={t('organizations.storageUsed', { percent: Math.round(share) })}
      mb="sm"
    />
  )
}

/** Its limit, and what it stores. */
function StorageSection({ storage }: Pick<Organization, 'storage'>) {
  const { t } = useTranslation()
  return (
    <Section title={t('organizations.storage')}>
      <StorageBar storage={storage} />
      <NumberField
        name="storageMb"
        label={t('organizations.storageMb')}
        hint={t('organizations.storageText', { used: Math.ceil(storage.used / 2 ** 20) })}
        min={1}
      />
      {storage.exports > 0 && (
        <small>
          {t('organizations.storageExports', {
            size: fileSize(storage.exports),
            most: numberText(EXPORTS_MAX),
          })}
        </small>
      )}
    </Section>
  )
}

interface EditFormProps {
  organization: Organization
  onSaved: () => void
}

/** Edits an organization's name, brand and region. */
export function OrganizationEditForm({ organization, onSaved }: EditFormProps) {
  const { t } = useTranslation()
  const mayLimit = useCan('write', 'organizations')
  const params = { id: organization.id }
  const state = useEntityForm(OrganizationUpdate, valuesOf(organization))
  const update = useWrite({
    write: api.organizations.update,
    done: ({ organization: { name } }) => savedText(name),
    failed: 'errors.updateOrganization',
    invalidates: [organizationsKey],
  })
  return (
    <EntityForm
      state={state}
      onSubmit={async (body) => {
        // An empty field resets to the default.
        const { playDays = null, storageMb = null } = body
        await update({ params, body: { ...body, playDays, storageMb: mayLimit ? storageMb : undefined } })
        // The profile includes the organization's brand.
        if (organization.id === session.get().profile?.organizationId)
          session.setProfile((await api.auth.profile()).profile)
        if (viewedOrganization()?.id === organization.id) viewAs({ id: organization.id, name: body.name })
        onSaved()
      }}
      onReload={async () =>
        state.form.reset(valuesOf((await api.organizations.get({ params })).organization))
      }
    >
      <TextField name="name" label={t('organizations.name')} required autoFocus />
      <BrandSection hasHost={mayLimit} />
      <RegionSection />
      <LoginSection />
      <Section title={t('organizations.plays')}>
        <NumberField
          name="playDays"
          label={t('organizations.playDays')}
          hint={t('organizations.playDaysText')}
          min={61}
        />
      </Section>
      {mayLimit && <StorageSection storage={organization.storage} />}
    </EntityForm>
  )
}

/** `hasHost`: the operator gives the console its address. */
function BrandSection({ hasHost }: { hasHost: boolean }) {
  const { t } = useTranslation()
  return (
    <Section title={t('organizations.brand')} text={t('organizations.brandText')}>
      <BrandFields />
      <CheckboxField
        name="branded"
        label={t('organizations.branded')}
        hint={t('organizations.brandedText')}
      />
      {hasHost && (
        <TextField name="host" label={t('organizations.host')} hint={t('organizations.hostText')} />
      )}
    </Section>
  )
}

function LoginSection() {
  const { t } = useTranslation()
  return (
    <Section title={t('organizations.login')}>
      <CheckboxField
        name="requiresSecondFactor"
        label={t('organizations.secondFactor')}
        hint={t('organizations.secondFactorText')}
      />
    </Section>
  )
}

/** The screens' language and formats. */
function RegionSection() {
  const { t } = useTranslation()
  return (
    <Section title={t('region.title')} text={t('region.text')}>
      <RegionFields unset={t('region.unset')} usual={t('region.usual')} />
    </Section>
  )
}
