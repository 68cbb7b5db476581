import { useQuery } from '@tanstack/react-query'
import { type ScreenField, ScreenFieldInput } from '@vitrine/contract/api/screens/screen-values'
import { FIELD_KINDS } from '@vitrine/contract/document/screen-values'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { addedText, savedText } from '#lib/text/done-text.ts'
import { screenFieldsKey, screenValuesKey } from '#queries/screen-values.ts'
import { sourcesQuery } from '#queries/sources.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'

const valuesOf = ({ name, kind, source, version }: ScreenField) => ({ name, kind, source, version })

/** A field of screens: its name, and what its values are. */
export function FieldForm({ field, onSaved }: { field?: ScreenField; onSaved: () => void }) {
  const { t } = useTranslation()
  const state = useEntityForm(
    ScreenFieldInput,
    field ? valuesOf(field) : { name: '', kind: 'text' as const, source: '' },
  )
  const invalidates = [screenFieldsKey, screenValuesKey]
  const create = useWrite({
    write: api.screenFields.create,
    done: ({ field: { name } }) => addedText(name),
    failed: 'screenValues.fieldFailed',
    invalidates,
  })
  const update = useWrite({
    write: api.screenFields.update,
    done: ({ field: { name } }) => savedText(name),
    failed: 'screenValues.fieldFailed',
    invalidates,
  })
  return (
    <EntityForm
      state={state}
      onSubmit={async (body) => {
        await (field ? update({ params: { id: field.id }, body }) : create({ body }))
        onSaved()
      }}
      onReload={
        field &&
        (async () =>
          state.form.reset(valuesOf((await api.screenFields.get({ params: { id: field.id } })).field)))
      }
    >
      <TextField
        name="name"
        label={t('screenValues.fieldName')}
        hint={t('screenValues.fieldHint', { example: '{Screen: Manager}' })}
        required
        autoFocus
      />
      <SelectField
        name="kind"
        label={t('screenValues.kind')}
        required
        choices={FIELD_KINDS.map((kind) => ({ value: kind, label: t(`screenValues.kinds.${kind}`) }))}
      />
      <SourceOfRows />
    </EntityForm>
  )
}

function SourceOfRows() {
  const { t } = useTranslation()
  const kind = useWatch({ name: 'kind' }) as ScreenField['kind']
  const { data: sources = [] } = useQuery({ ...sourcesQuery(), enabled: kind === 'row' })
  if (kind !== 'row') return null
  return (
    <SelectField
      name="source"
      label={t('sources.one')}
      hint={t('screenValues.sourceHint')}
      required
      searchable
      choices={sources.map(({ name }) => ({ value: name, label: name }))}
    />
  )
}
