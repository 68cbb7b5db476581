import { ActionIcon } from '@mantine/core'
import { BellRingingIcon } from '@phosphor-icons/react/dist/csr/BellRinging'
import { PaperPlaneTiltIcon } from '@phosphor-icons/react/dist/csr/PaperPlaneTilt'
import type { AlertRule } from '@vitrine/contract/api/operations/alerts'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { listText } from '#lib/text/format.ts'
import { alertsKey, alertsSource } from '#queries/settings.ts'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { useEntryForms } from '#ui/dialog/use-entry-forms.tsx'
import { type Column, DataTable } from '#ui/list/data-table.tsx'
import { Section } from '#ui/page/page.tsx'
import { useAction } from '#ui/work/use-write.ts'
import { AlertForm } from './alert-form.tsx'
import { AlertMessages } from './alert-messages.tsx'
import styles from './alerts.module.css'

/** The organization's alert rules, and their latest messages. */
export function AlertsSettings() {
  const { t } = useTranslation()
  const forms = useEntryForms<AlertRule>({
    add: { title: t('alerts.add'), drawer: true, form: (close) => <AlertForm onSaved={close} /> },
    edit: {
      title: t('alerts.edit'),
      drawer: true,
      form: (rule, close) => <AlertForm alert={rule} onSaved={close} />,
    },
  })
  const deletion = useDeletion<AlertRule>({
    remove: ({ id }) => api.alerts.remove({ params: { id } }),
    name: ({ name }) => name,
    failed: 'alerts.deleteFailed',
    invalidates: [alertsKey],
  })
  const test = useAction({
    write: ({ id }: AlertRule) => api.alerts.test({ params: { id } }),
    done: 'alerts.tested',
    failed: 'alerts.testFailed',
    invalidates: [alertsKey],
  })
  return (
    <>
      <Section title={t('alerts.title')} text={t('alerts.text')}>
        <DataTable
          label={t('alerts.title')}
          source={alertsSource}
          columns={useColumns()}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
          onEdit={forms.edit}
          onDelete={deletion.ask}
          create={forms.create}
          rowActions={(rule) => (
            <ActionIcon
              aria-label={t('alerts.testOf', { name: rule.name })}
              title={t('alerts.test')}
              onClick={() => void test(rule)}
            >
              <PaperPlaneTiltIcon size={18} aria-hidden="true" />
            </ActionIcon>
          )}
          empty={{ icon: BellRingingIcon, title: t('alerts.emptyTitle'), text: t('alerts.emptyText') }}
        />
      </Section>
      <AlertMessages />
      {forms.dialogs}
      {deletion.dialog}
    </>
  )
}

function useColumns(): Column<AlertRule>[] {
  const { t } = useTranslation()
  return [
    { key: 'name', header: t('alerts.name'), value: ({ name }) => name },
    {
      key: 'causes',
      header: t('alerts.about'),
      unsorted: true,
      value: ({ causes, report }) =>
        listText([
          ...causes.map((cause) => t(`alerts.causes.${cause}`)),
          ...(report ? [t(`alerts.reports.${report.every}`)] : []),
        ]),
    },
    {
      key: 'emails',
      header: t('alerts.to'),
      unsorted: true,
      value: ({ emails, mobiles, webhook }) => [...emails, ...mobiles, webhook].join(' '),
      render: ({ emails, mobiles, webhook }) => (
        <ul className={styles.recipients}>
          {[...emails, ...mobiles, ...(webhook ? [webhook] : [])].map((recipient) => (
            <li key={recipient}>
              <bdi dir="ltr">{recipient}</bdi>
            </li>
          ))}
        </ul>
      ),
    },
  ]
}
