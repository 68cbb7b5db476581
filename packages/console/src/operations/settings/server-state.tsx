import { useQuery } from '@tanstack/react-query'
import type { System } from '@vitrine/contract/api/operations/system'
import { useTranslation } from 'react-i18next'
import { fileSize } from '#lib/text/file-size.ts'
import { dateText } from '#lib/text/format.ts'
import { systemQuery, warningsQuery } from '#queries/settings.ts'
import { Facts } from '#ui/page/facts.tsx'
import { Section } from '#ui/page/page.tsx'
import { isUrgent, useWarningText } from './server-warnings.ts'
import styles from './settings-page.module.css'

/** Product names, the same in every language. */
const DATABASES = { sqlite: 'SQLite', postgresql: 'PostgreSQL' } as const

/** The server's status for its operators. Super admin only. */
export function ServerState() {
  const { t } = useTranslation()
  const text = useWarningText()
  const { data: system } = useQuery(systemQuery())
  const { data: warnings = [] } = useQuery(warningsQuery())
  if (!system) return null
  const { database, files, clickhouse, disks, tools, certificateEndsAt, startedAt } = system
  return (
    <Section title={t('system.title')}>
      {warnings.length > 0 && (
        <ul className={styles.warnings} aria-label={t('system.warnings')}>
          {warnings.map((warning) => (
            <li key={`${warning.kind} ${warning.name}`} data-tone={isUrgent(warning) ? 'bad' : 'warn'}>
              {text(warning)}
            </li>
          ))}
        </ul>
      )}
      <Facts>
        <dt>{t('system.version')}</dt>
        <dd>
          <bdi dir="ltr">
            {[system.version, system.commit].filter(Boolean).join(' ')} · Node {system.node} ·{' '}
            {system.platform}
          </bdi>
        </dd>
        <dt>{t('system.startedAt')}</dt>
        <dd>
          <time dateTime={startedAt}>{dateText(startedAt, 'moment')}</time>
        </dd>
        <dt>{t('system.database')}</dt>
        <dd>
          <bdi dir="ltr">
            {DATABASES[database.kind]} {database.version} · {fileSize(database.bytes)}
          </bdi>
        </dd>
        <dt>{t('system.files')}</dt>
        <dd>
          {t(`system.places.${files.kind}`)} · <bdi dir="ltr">{fileSize(files.bytes)}</bdi>
        </dd>
        {clickhouse && <Plays {...clickhouse} />}
        {disks.map(({ holds, percent, free, total }) => (
          <Disk
            key={holds.join()}
            text={t('system.diskState', { percent, free: fileSize(free), total: fileSize(total) })}
          />
        ))}
        <Tools {...tools} />
        <dt>{t('system.certificate')}</dt>
        <dd>
          {certificateEndsAt
            ? t('system.certificateEnds', { date: dateText(certificateEndsAt, 'day') })
            : t('system.noCertificate')}
        </dd>
      </Facts>
    </Section>
  )
}

function Plays({ version }: NonNullable<System['clickhouse']>) {
  const { t } = useTranslation()
  return (
    <>
      <dt>{t('system.plays')}</dt>
      <dd>{version ? <bdi dir="ltr">{`ClickHouse ${version}`}</bdi> : t('system.noClickhouse')}</dd>
    </>
  )
}

/** External programs, and the features that need missing ones. */
function Tools({ libreOffice, ffmpeg, chromium }: System['tools']) {
  const { t } = useTranslation()
  return (
    <>
      <dt>{t('system.slides')}</dt>
      <dd>
        {libreOffice
          ? t(`system.slidesBy.${libreOffice.network}`, { version: libreOffice.version })
          : t('system.noSlides')}
      </dd>
      <dt>{t('system.videoCopies')}</dt>
      <dd>{ffmpeg ? <bdi dir="ltr">{`ffmpeg ${ffmpeg.version}`}</bdi> : t('system.noVideoCopies')}</dd>
      <dt>{t('system.pictures')}</dt>
      <dd>
        {chromium
          ? t(chromium.unboxed ? 'system.picturesUnboxed' : 'system.picturesBy', {
              version: chromium.version,
            })
          : t('system.noPictures')}
      </dd>
    </>
  )
}

function Disk({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <>
      <dt>{t('system.disk')}</dt>
      <dd>{text}</dd>
    </>
  )
}
