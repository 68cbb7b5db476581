import { LifebuoyIcon } from '@phosphor-icons/react/dist/csr/Lifebuoy'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ListedCase } from '@vitrine/contract/api/operations/cases'
import { ROLES } from '@vitrine/contract/permissions'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/session/session.ts'
import { dateText } from '#lib/text/format.ts'
import { caseQuery, casesSource } from '#queries/cases.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { type Column, DataTable } from '#ui/list/data-table.tsx'
import { Page } from '#ui/page/page.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { CaseForm } from './case-form.tsx'
import { CaseThread } from './case-thread.tsx'
import styles from './open-case.module.css'

/** Support cases with replies, and a form. The open case and form are in the URL, for links. */
export function OpenCasePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { opened, about } = useSearch({ from: '/app/open-case' })
  const isSupport = useSession(({ profile }) => profile?.role === ROLES.superAdmin)
  const show = (change: { opened?: string; about?: typeof about }) =>
    void navigate({ to: '/app/open-case', search: (now) => ({ ...now, ...change }), replace: true })
  const { data: asked } = useQuery({ ...caseQuery(opened ?? ''), enabled: opened !== undefined })
  const columns = useColumns(isSupport)
  return (
    <Page title={t('cases.title')} intro={t(isSupport ? 'cases.introSupport' : 'cases.intro')}>
      <DataTable
        label={t('cases.list')}
        source={casesSource}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ subject }) => subject}
        onEdit={({ id }) => show({ opened: id })}
        create={{ label: t('cases.add'), onClick: () => show({ about: 'anything' }) }}
        empty={{ icon: LifebuoyIcon, title: t('cases.emptyTitle'), text: t('cases.emptyText') }}
      />
      <FormDialog
        opened={about !== undefined}
        onClose={() => show({ about: undefined })}
        title={t('cases.add')}
        drawer
      >
        <CaseForm
          kind={about === 'anything' ? undefined : about}
          onSaved={() => show({ about: undefined })}
        />
      </FormDialog>
      <FormDialog
        opened={opened !== undefined && asked !== undefined}
        onClose={() => show({ opened: undefined })}
        title={asked?.subject ?? ''}
        drawer
      >
        {asked && <CaseThread key={asked.id} asked={asked} />}
      </FormDialog>
    </Page>
  )
}

function useColumns(isSupport: boolean): Column<ListedCase>[] {
  const { t } = useTranslation()
  return [
    { key: 'subject', header: t('cases.subject'), value: ({ subject }) => subject },
    {
      key: 'status',
      header: t('cases.status'),
      value: ({ status }) => status,
      render: ({ status }) => <StatusChip status={status} />,
    },
    { key: 'kind', header: t('cases.about'), value: ({ kind }) => t(`cases.kinds.${kind}`) },
    ...(isSupport
      ? [
          {
            key: 'organization',
            header: t('cases.organization'),
            value: ({ organization }: ListedCase) => organization.name,
          },
        ]
      : []),
    { key: 'author', header: t('cases.author'), value: ({ author }) => author },
    {
      key: 'replies',
      header: t('cases.replies'),
      value: ({ replyCount }) => replyCount,
      align: 'end',
    },
    {
      key: 'updatedAt',
      header: t('cases.updated'),
      value: ({ updatedAt }) => updatedAt,
      render: ({ updatedAt }) => (
        <time dateTime={updatedAt} className={styles.quiet}>
          {dateText(updatedAt, 'moment')}
        </time>
      ),
    },
  ]
}
