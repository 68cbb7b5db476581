import { Button } from '@mantine/core'
import { ArrowUUpLeftIcon } from '@phosphor-icons/react/dist/csr/ArrowUUpLeft'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { fileSize } from '#lib/text/file-size.ts'
import { dateText, numberText } from '#lib/text/format.ts'
import { notify } from '#lib/toasts.ts'
import { backupsKey, drillQuery } from '#queries/settings.ts'
import { Facts } from '#ui/page/facts.tsx'
import { FailedList } from '#ui/page/failed-list.tsx'
import { Section } from '#ui/page/page.tsx'
import { useAction } from '#ui/work/use-write.ts'
import { Warning } from './warning.tsx'

/** The last restore drill, and a button for another one. */
export function DrillSection() {
  const { t } = useTranslation()
  const query = useQuery(drillQuery())
  const begin = useAction({
    write: async () => {
      const { started } = await api.backups.drill()
      if (!started) notify({ kind: 'negative', message: t('drill.already') })
    },
    done: 'drill.started',
    invalidates: [backupsKey],
  })
  const status = query.data
  if (!status && query.isError) return <FailedList error={query.error} retry={() => void query.refetch()} />
  const restored = status?.restored
  return (
    <Section title={t('drill.title')} text={t('drill.text')}>
      {status?.error && <Warning text={t('drill.failed', { reason: status.error })} />}
      {status && (
        <Facts>
          <dt>{t('drill.last')}</dt>
          <dd>{status.finishedAt ? dateText(status.finishedAt, 'moment') : t('drill.never')}</dd>
          {status.nextAt && (
            <>
              <dt>{t('drill.next')}</dt>
              <dd>{dateText(status.nextAt, 'moment')}</dd>
            </>
          )}
          {restored && (
            <>
              <dt>{t('drill.restored')}</dt>
              <dd>
                {t('drill.contents', {
                  date: dateText(restored.takenAt, 'moment'),
                  rows: numberText(restored.rows),
                  tables: numberText(restored.tables),
                  files: numberText(restored.files),
                  size: fileSize(restored.bytes),
                })}
              </dd>
            </>
          )}
        </Facts>
      )}
      {restored && !status?.error && <p>{t('drill.sound')}</p>}
      <div>
        <Button
          variant="default"
          leftSection={<ArrowUUpLeftIcon size={16} aria-hidden="true" />}
          loading={status?.running}
          onClick={() => void begin(undefined)}
        >
          {t(status?.running ? 'drill.running' : 'drill.now')}
        </Button>
      </div>
    </Section>
  )
}
