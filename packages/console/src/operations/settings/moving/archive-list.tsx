import { Button, Progress } from '@mantine/core'
import type { Archive, MoveReport } from '@vitrine/contract/api/operations/archives'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api, download } from '#lib/api.ts'
import { saveContent } from '#lib/browser/save-content.ts'
import { fileSize } from '#lib/text/file-size.ts'
import { dateText, listText, numberText } from '#lib/text/format.ts'
import keyStyles from '#operations/settings/keys/api-keys.module.css'
import { useKeptFocus } from '#ui/list/use-kept-focus.ts'
import { useAction } from '#ui/work/use-write.ts'
import styles from './moving.module.css'

interface Props {
  label: string
  archives: readonly Archive[]
  onDelete: (archive: Archive) => void
}

export function ArchiveList({ label, archives, onDelete }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const keepsFocus = useKeptFocus(list, archives)
  if (archives.length === 0) return null
  return (
    <ul ref={list} className={keyStyles.keys} aria-label={label} {...keepsFocus}>
      {archives.map((archive) => (
        <li key={archive.id} data-key={archive.id}>
          <Facts archive={archive} />
          <Acts archive={archive} onDelete={onDelete} />
        </li>
      ))}
    </ul>
  )
}

function Acts({ archive, onDelete }: Pick<Props, 'onDelete'> & { archive: Archive }) {
  const { t } = useTranslation()
  const { id, kind, state } = archive
  const save = useAction({
    write: async ({ name: saved, createdAt }: Archive) => {
      const content = await download(api.archives.file.route, { params: { id } })
      saveContent(content, `${saved} ${createdAt.slice(0, 10)}.zip`)
    },
    done: 'moving.downloaded',
    failed: 'moving.downloadFailed',
  })
  const name = archive.name || t('moving.archive')
  const isOpen = state === 'waiting' || state === 'running'
  const text = isOpen ? 'cancel' : 'delete'
  return (
    <div className={keyStyles.buttons}>
      {kind === 'export' && state === 'done' && (
        <Button
          size="compact-sm"
          aria-label={t('moving.downloadName', { name })}
          onClick={() => void save(archive)}
        >
          {t('moving.download')}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t(`moving.${text}Name`, { name })}
        onClick={() => onDelete(archive)}
      >
        {t(`moving.${text}`)}
      </Button>
    </div>
  )
}

function Facts({ archive }: { archive: Archive }) {
  const { t } = useTranslation()
  const { name, state, done, total, error, size, report, createdAt, expiresAt } = archive
  const isReady = state === 'done' && report === null
  return (
    <div className={keyStyles.facts}>
      <strong>
        <bdi>{name || t('moving.archive')}</bdi>
      </strong>
      <small>
        {t(`moving.state.${state}`)} · {dateText(createdAt, 'moment')}
        {size !== null && ` · ${fileSize(size)}`}
      </small>
      {isReady && <small>{t('moving.keptUntil', { date: dateText(expiresAt, 'day') })}</small>}
      {state === 'running' && (
        <>
          <Progress
            value={total ? (100 * done) / total : 0}
            aria-label={t('moving.progress')}
            className={styles.progress}
          />
          {total !== null && (
            <small>{t('moving.copied', { done: numberText(done), total: numberText(total) })}</small>
          )}
        </>
      )}
      {error !== null && <small className={keyStyles.stopped}>{error}</small>}
      {report && <Report report={report} />}
    </div>
  )
}

/** The kinds that people count. */
const COUNTED = ['users', 'devices', 'device_groups', 'buildings', 'media', 'pages', 'storyboards'] as const
const STAYED = [
  ...([
    'api_keys',
    'webhooks',
    'alert_webhooks',
    'triggers',
    'second_factors',
    'web_logins',
    'identity_providers',
  ] as const),
  ...(['email_domains', 'kiosks', 'licences', 'cases', 'play_items', 'audit_entries', 'trash'] as const),
] as const

function Report({ report: { rows, leftOut, takenEmails, waiting } }: { report: MoveReport }) {
  const { t } = useTranslation()
  const came = COUNTED.flatMap((table) => {
    const count = rows[table] ?? 0
    return count > 0 ? [t(`moving.rows.${table}`, { count })] : []
  })
  const stayed = STAYED.filter((table) => (leftOut[table] ?? 0) > 0).map((table) =>
    t(`moving.stays.${table}`),
  )
  return (
    <div className={styles.report}>
      {came.length > 0 && <p>{t('moving.came', { list: listText(came) })}</p>}
      {(rows.users ?? 0) > 0 && <p>{t('moving.newPasswords')}</p>}
      {(rows.devices ?? 0) > 0 && <p>{t('moving.pairAgain')}</p>}
      {waiting > 0 && <p>{t('moving.waiting', { count: waiting })}</p>}
      {takenEmails.length > 0 && <p>{t('moving.takenEmails', { list: listText(takenEmails) })}</p>}
      {stayed.length > 0 && <p>{t('moving.stayed', { list: listText(stayed) })}</p>}
    </div>
  )
}
