import { Button, Progress } from '@mantine/core'
import { CertificateIcon } from '@phosphor-icons/react/dist/csr/Certificate'
import { useNavigate } from '@tanstack/react-router'
import type { Licence } from '@vitrine/contract/api/accounts/licences'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { dateText } from '#lib/text/format.ts'
import { useNow } from '#lib/use-now.ts'
import { licencesKey, licencesSource } from '#queries/licences.ts'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { useEntryForms } from '#ui/dialog/use-entry-forms.tsx'
import { type Column, DataTable } from '#ui/list/data-table.tsx'
import { Page } from '#ui/page/page.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { STATUS_TONES } from '#ui/screen/status-tones.ts'
import { useCan } from '#ui/work/use-can.ts'
import { LicenceForm } from './licence-form.tsx'
import { daysLeft, licenceState } from './licence-state.ts'
import styles from './licences.module.css'

const MINUTE = 60_000

/** Seats and expiry of licenses. Super admins grant them; others see their own. */
export function LicencesPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayWrite = useCan('write', 'licences')
  const now = useNow(MINUTE)
  const forms = useEntryForms<Licence>({
    add: { title: t('licences.add'), form: (close) => <LicenceForm onSaved={close} /> },
    edit: {
      title: t('licences.edit'),
      form: (licence, close) => <LicenceForm licence={licence} onSaved={close} />,
    },
  })
  const deletion = useDeletion<Licence>({
    remove: ({ id }) => api.licences.remove({ params: { id } }),
    name: ({ number }) => number,
    failed: 'errors.deleteLicence',
    kind: 'licence',
    invalidates: [licencesKey],
  })
  const columns = useColumns(now)
  const text = t(mayWrite ? 'licences.emptyText' : 'licences.emptyTextReader')
  return (
    <Page
      title={t('licences.title')}
      intro={t('licences.intro')}
      actions={
        !mayWrite && (
          <Button
            variant="default"
            onClick={() => void navigate({ to: '/app/open-case', search: { about: 'account' } })}
          >
            {t('licences.askForMore')}
          </Button>
        )
      }
    >
      <DataTable
        label={t('licences.title')}
        source={licencesSource}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ number }) => number}
        onEdit={mayWrite ? forms.edit : undefined}
        onDelete={mayWrite ? deletion.ask : undefined}
        create={mayWrite ? forms.create : undefined}
        empty={{ icon: CertificateIcon, title: t('licences.emptyTitle'), text }}
      />
      {forms.dialogs}
      {deletion.dialog}
    </Page>
  )
}

function useColumns(now: number): Column<Licence>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'number',
      header: t('licences.number'),
      value: ({ number }) => number,
      render: ({ number }) => (
        <bdi dir="ltr" className={styles.number}>
          {number}
        </bdi>
      ),
    },
    {
      key: 'organization',
      header: t('licences.organization'),
      value: ({ organization }) => organization.name,
    },
    {
      key: 'devicesCount',
      header: t('licences.seats'),
      value: ({ devicesCount }) => devicesCount,
      render: (licence) => <Seats licence={licence} />,
    },
    {
      key: 'expiresAt',
      header: t('licences.expires'),
      value: ({ expiresAt }) => expiresAt ?? '9999',
      render: ({ expiresAt }) => <Expiry expiresAt={expiresAt} now={now} />,
    },
    {
      key: 'state',
      header: t('licences.state'),
      render: (licence) => <StatusChip status={licenceState(licence, now)} />,
    },
  ]
}

function Seats({ licence: { usedDevices, devicesCount } }: { licence: Licence }) {
  const { t } = useTranslation()
  const tone = usedDevices >= devicesCount ? STATUS_TONES.full : 'accent'
  return (
    <span className={styles.seats}>
      <span>{t('licences.seatsOf', { used: usedDevices, count: devicesCount })}</span>
      <Progress
        value={Math.min(100, (usedDevices / devicesCount) * 100)}
        color={`var(--${tone})`}
        size={6}
        aria-hidden="true"
      />
    </span>
  )
}

function Expiry({ expiresAt, now }: { expiresAt: string | null; now: number }) {
  const { t } = useTranslation()
  const left = daysLeft(expiresAt, now)
  if (expiresAt === null || left === null) return <span>{t('licences.neverExpires')}</span>
  // A calendar day, independent of the user's time zone.
  const day = dateText(expiresAt, 'day', 'UTC')
  return (
    <span className={styles.expiry}>
      <time dateTime={expiresAt}>{day}</time>
      <span className={styles.quiet}>
        {left === 0
          ? t('licences.today')
          : t(left > 0 ? 'licences.inDays' : 'licences.daysAgo', { count: Math.abs(left) })}
      </span>
    </span>
  )
}
