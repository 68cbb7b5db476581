import { Button } from '@mantine/core'
import { ArchiveIcon } from '@phosphor-icons/react/dist/csr/Archive'
import { ClockCounterClockwiseIcon } from '@phosphor-icons/react/dist/csr/ClockCounterClockwise'
import { useQuery } from '@tanstack/react-query'
import type { Backup, BackupStatus } from '@vitrine/contract/api/operations/backups'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { fileSize } from '#lib/text/file-size.ts'
import { dateText, numberText } from '#lib/text/format.ts'
import { notify } from '#lib/toasts.ts'
import { backupsKey, backupsQuery, backupsSource } from '#queries/settings.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { type Column, DataTable } from '#ui/list/data-table.tsx'
import { Facts } from '#ui/page/facts.tsx'
import { Section } from '#ui/page/page.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { useAction } from '#ui/work/use-write.ts'
import styles from './backup-settings.module.css'
import { CheckSection } from './check-section.tsx'
import { DrillSection } from './drill-section.tsx'
import { RestoreForm } from './restore-form.tsx'
import { Warning } from './warning.tsx'

/** Backups with age and size, and the integrity check. */
export function BackupSettings() {
  const { t } = useTranslation()
  const query = useQuery(backupsQuery())
  const [restoring, setRestoring] = useState<Backup>()
  const take = useAction({
    write: async () => {
      const { started } = await api.backups.take()
      if (!started) notify({ kind: 'negative', message: t('backups.already') })
    },
    done: 'backups.started',
    invalidates: [backupsKey],
  })
  const columns = useColumns()
  return (
    <>
      <Section title={t('backups.title')} text={t('backups.text')}>
        {query.data && <Overview status={query.data} />}
        <div>
          <Button
            leftSection={<ArchiveIcon size={16} aria-hidden="true" />}
            loading={query.data?.running}
            onClick={() => void take(undefined)}
          >
            {t(query.data?.running ? 'backups.running' : 'backups.take')}
          </Button>
        </div>
        <DataTable
          label={t('backups.title')}
          source={backupsSource}
          columns={columns}
          rowId={({ name }) => name}
          rowName={({ createdAt }) => dateText(createdAt, 'moment')}
          empty={{ icon: ArchiveIcon, title: t('backups.empty'), text: t('backups.emptyText') }}
          rowActions={(backup) => (
            <RestoreButton
              backup={backup}
              disabled={Boolean(query.data?.restoring)}
              onClick={() => setRestoring(backup)}
            />
          )}
        />
      </Section>
      <DrillSection />
      <CheckSection />
      <FormDialog
        opened={restoring !== undefined}
        onClose={() => setRestoring(undefined)}
        title={restoring ? t('backups.restoreOf', { date: dateText(restoring.createdAt, 'moment') }) : ''}
      >
        {restoring && <RestoreForm backup={restoring} onStarted={() => setRestoring(undefined)} />}
      </FormDialog>
    </>
  )
}

function useColumns(): Column<Backup>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'createdAt',
      header: t('backups.created'),
      value: ({ createdAt }) => createdAt,
      render: ({ createdAt }) => <time dateTime={createdAt}>{dateText(createdAt, 'moment')}</time>,
    },
    { key: 'kind', header: t('backups.kind'), value: ({ kind }) => t(`backups.kinds.${kind}`) },
    {
      key: 'size',
      header: t('backups.size'),
      value: ({ size }) => size,
      render: ({ size, addedBytes }) =>
        t('backups.added', { size: fileSize(size), added: fileSize(addedBytes) }),
    },
    {
      key: 'files',
      header: t('backups.files'),
      value: ({ files }) => files,
      render: ({ files }) => numberText(files),
      align: 'end',
    },
    {
      key: 'missing',
      header: t('check.state'),
      value: ({ missing }) => missing,
      render: (backup) => <State backup={backup} />,
    },
  ]
}

interface RestoreButtonProps {
  backup: Backup
  disabled: boolean
  onClick: () => void
}

function RestoreButton({ backup, disabled, onClick }: RestoreButtonProps) {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      size="compact-sm"
      disabled={!backup.restorable || disabled}
      title={backup.restorable ? undefined : t('backups.notRestorable')}
      aria-label={t('backups.restoreOf', { date: dateText(backup.createdAt, 'moment') })}
      leftSection={<ClockCounterClockwiseIcon size={16} aria-hidden="true" />}
      onClick={onClick}
    >
      {t('backups.restore')}
    </Button>
  )
}

function State({ backup: { missing, missingWhy } }: { backup: Backup }) {
  const { t } = useTranslation()
  if (missing === 0) return <StatusChip status="complete" />
  if (missingWhy === 'left-out') return <>{t('backups.leftOut')}</>
  return (
    <span className={styles.state}>
      <StatusChip status="incomplete" />
      {t('backups.missing', { count: missing })}
    </span>
  )
}

function Overview({ status }: { status: BackupStatus }) {
  const { t } = useTranslation()
  const { location, nextAt, keep, sameDisk, withoutPlays, problem, error, restoreError, restoring } = status
  return (
    <>
      {problem && <Warning text={[t(`backups.problems.${problem}`), error].filter(Boolean).join(' ')} />}
      {restoreError && <Warning text={t('backups.restoreFailed', { error: restoreError })} />}
      {sameDisk && <Warning text={t('backups.sameDisk')} />}
      {withoutPlays && <p>{t('backups.withoutPlays')}</p>}
      {restoring && <p role="status">{t('backups.restoring', restoring)}</p>}
      <Facts>
        <dt>{t('backups.location')}</dt>
        <dd>
          <code dir="ltr">{location}</code>
        </dd>
        <dt>{t('backups.next')}</dt>
        <dd>{nextAt ? dateText(nextAt, 'moment') : t('backups.off')}</dd>
        <dt>{t('backups.kept')}</dt>
        <dd>{t('backups.keptText', { keep: numberText(keep) })}</dd>
      </Facts>
    </>
  )
}
