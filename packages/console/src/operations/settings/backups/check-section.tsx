import { Button } from '@mantine/core'
import { ShieldCheckIcon } from '@phosphor-icons/react/dist/csr/ShieldCheck'
import { useQuery } from '@tanstack/react-query'
import type { DamagedFile } from '@vitrine/contract/api/operations/backups'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { dateText, listText, numberText } from '#lib/text/format.ts'
import { notify } from '#lib/toasts.ts'
import { backupsKey, checkQuery } from '#queries/settings.ts'
import { Facts } from '#ui/page/facts.tsx'
import { FailedList } from '#ui/page/failed-list.tsx'
import { Section } from '#ui/page/page.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { useAction } from '#ui/work/use-write.ts'
import styles from './backup-settings.module.css'
import { Warning } from './warning.tsx'

/** Results of the integrity check of files and database, and where damaged files are used. */
export function CheckSection() {
  const { t } = useTranslation()
  const query = useQuery(checkQuery())
  const begin = useAction({
    write: async () => {
      const { started } = await api.backups.check()
      if (!started) notify({ kind: 'negative', message: t('check.already') })
    },
    done: 'check.started',
    invalidates: [backupsKey],
  })
  const status = query.data
  if (!status && query.isError) return <FailedList error={query.error} retry={() => void query.refetch()} />
  return (
    <Section title={t('check.title')} text={t('check.text')}>
      {status?.databaseProblems.slice(0, 1).map((problem) => (
        <Warning key={problem} text={t('check.database', { problem })} />
      ))}
      {status && (
        <Facts>
          <dt>{t('check.last')}</dt>
          <dd>{status.finishedAt ? dateText(status.finishedAt, 'moment') : t('check.never')}</dd>
          <dt>{t('check.files')}</dt>
          <dd>{numberText(status.files)}</dd>
        </Facts>
      )}
      {status?.finishedAt && status.damaged.length === 0 && status.databaseProblems.length === 0 && (
        <p>{t('check.sound')}</p>
      )}
      {status && status.damaged.length > 0 && (
        <ul className={styles.damaged} aria-label={t('check.damaged')}>
          {status.damaged.map((file) => (
            <li key={file.sha256}>
              <Damaged file={file} />
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          variant="default"
          leftSection={<ShieldCheckIcon size={16} aria-hidden="true" />}
          loading={status?.running}
          onClick={() => void begin(undefined)}
        >
          {t(status?.running ? 'check.running' : 'check.now')}
        </Button>
      </div>
    </Section>
  )
}

function Damaged({ file: { media, screens, problem, foundAt, repairedFrom } }: { file: DamagedFile }) {
  const { t } = useTranslation()
  const names = media.map(({ name, organization }) => `${name} (${organization})`)
  return (
    <>
      <span className={styles.state}>
        <StatusChip status={repairedFrom ? 'repaired' : 'damaged'} />
        <strong>
          <bdi>{names.length ? listText(names) : t('check.unnamed')}</bdi>
        </strong>
      </span>
      <small>
        {t(`check.problems.${problem}`)}, {dateText(foundAt, 'moment')}.{' '}
        {repairedFrom ? t(`check.repaired.${repairedFrom}`) : t('check.waiting')}
      </small>
      <small>
        {t('check.screens')}:{' '}
        <bdi>{screens.length ? listText(screens.map(({ name }) => name)) : t('check.noScreens')}</bdi>
      </small>
    </>
  )
}
