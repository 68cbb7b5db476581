import { useQuery } from '@tanstack/react-query'
import { type Licence, LicenceInput } from '@vitrine/contract/api/accounts/licences'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { addedText, savedText } from '#lib/text/done-text.ts'
import { licencesKey } from '#queries/licences.ts'
import { organizationsQuery } from '#queries/organizations.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { NumberField } from '#ui/form/fields/choice-fields.tsx'
import { DateField } from '#ui/form/fields/date-field.tsx'
import { Columns, TextField } from '#ui/form/fields/fields.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'

const valuesOf = ({ number, organizationId, devicesCount, expiresAt, version }: Licence) => ({
  number,
  organizationId,
  devicesCount,
  expiresAt,
  version,
})

/** Number, organization, seats and last day; a license with screens can't change its organization. */
export function LicenceForm({ licence, onSaved }: { licence?: Licence; onSaved: () => void }) {
  const { t } = useTranslation()
  const organizations = useQuery(organizationsQuery())
  const state = useEntityForm(
    LicenceInput,
    licence ? valuesOf(licence) : { number: '', organizationId: '', expiresAt: null },
  )
  const create = useWrite({
    write: api.licences.create,
    done: ({ licence: { number } }) => addedText(number),
    failed: 'errors.createLicence',
    invalidates: [licencesKey],
  })
  const update = useWrite({
    write: api.licences.update,
    done: ({ licence: { number } }) => savedText(number),
    failed: 'errors.updateLicence',
    invalidates: [licencesKey],
  })
  return (
    <EntityForm
      state={state}
      onSubmit={async (body) => {
        await (licence ? update({ params: { id: licence.id }, body }) : create({ body }))
        onSaved()
      }}
      onReload={
        licence &&
        (async () =>
          state.form.reset(valuesOf((await api.licences.get({ params: { id: licence.id } })).licence)))
      }
    >
      <TextField name="number" label={t('licences.number')} required autoFocus />
      <SelectField
        name="organizationId"
        label={t('licences.organization')}
        hint={licence && t('licences.organizationStays')}
        disabled={licence !== undefined}
        searchable
        required
        choices={(organizations.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Columns>
        <NumberField
          name="devicesCount"
          label={t('licences.devicesCount')}
          hint={t('licences.devicesHint')}
          min={1}
          required
        />
        <DateField name="expiresAt" label={t('licences.expiresAt')} hint={t('licences.expiresHint')} />
      </Columns>
    </EntityForm>
  )
}
