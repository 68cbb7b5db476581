import { ActionIcon, Button } from '@mantine/core'
import { PencilSimpleIcon } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { TextAaIcon } from '@phosphor-icons/react/dist/csr/TextAa'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import { useQuery } from '@tanstack/react-query'
import type { ScreenField } from '@vitrine/contract/api/screens/screen-values'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { screenFieldsKey, screenFieldsQuery, screenValuesKey } from '#queries/screen-values.ts'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { useEntryForms } from '#ui/dialog/use-entry-forms.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page } from '#ui/page/page.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { FieldForm } from './field-form.tsx'
import styles from './values.module.css'
import { ValuesTable } from './values-table.tsx'

/** The fields of screens, and the values of all screens in a table. */
export function ValuesPage() {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'devices', 'everywhere')
  const { data: fields } = useQuery(screenFieldsQuery())
  const forms = useEntryForms<ScreenField>({
    add: { title: t('screenValues.addField'), form: (close) => <FieldForm onSaved={close} /> },
    edit: {
      title: t('screenValues.editField'),
      form: (field, close) => <FieldForm field={field} onSaved={close} />,
    },
  })
  const deletion = useDeletion<ScreenField>({
    remove: ({ id }) => api.screenFields.remove({ params: { id } }),
    name: ({ name }) => name,
    failed: 'errors.delete',
    warning: () => t('screenValues.deletesValues'),
    invalidates: [screenFieldsKey, screenValuesKey],
  })
  const add = mayWrite && (
    <Button leftSection={<PlusIcon size={16} aria-hidden="true" />} onClick={forms.create.onClick}>
      {forms.create.label}
    </Button>
  )
  return (
    <Page
      title={t('screenValues.title')}
      intro={t('screenValues.intro')}
      breadcrumbs={[{ label: t('devices.title'), to: '/app/devices' }]}
      actions={add}
    >
      {fields?.length === 0 && (
        <EmptyState
          icon={TextAaIcon}
          title={t('screenValues.emptyTitle')}
          text={t('screenValues.emptyText')}
        />
      )}
      {fields !== undefined && fields.length > 0 && (
        <>
          <FieldList fields={fields} onEdit={forms.edit} onDelete={deletion.ask} />
          <ValuesTable fields={fields} />
        </>
      )}
      {forms.dialogs}
      {deletion.dialog}
    </Page>
  )
}

interface FieldListProps {
  fields: readonly ScreenField[]
  onEdit: (field: ScreenField) => void
  onDelete: (field: ScreenField) => void
}

function FieldList({ fields, onEdit, onDelete }: FieldListProps) {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'devices', 'everywhere')
  return (
    <ul className={styles.fields} aria-label={t('screenValues.fields')}>
      {fields.map((field) => (
        <li key={field.id}>
          <strong dir="auto">{field.name}</strong>
          <span>{t(`screenValues.kinds.${field.kind}`)}</span>
          {mayWrite && (
            <>
              <ActionIcon
                aria-label={t('screenValues.editOf', { name: field.name })}
                onClick={() => onEdit(field)}
              >
                <PencilSimpleIcon size={16} aria-hidden="true" />
              </ActionIcon>
              <ActionIcon
                aria-label={t('screenValues.deleteOf', { name: field.name })}
                onClick={() => onDelete(field)}
              >
                <TrashIcon size={16} aria-hidden="true" />
              </ActionIcon>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
