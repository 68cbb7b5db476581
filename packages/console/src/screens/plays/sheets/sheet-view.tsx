import { useQuery } from '@tanstack/react-query'
import type { PlaySheet, SheetQuery } from '@vitrine/contract/api/screens/play-sheets'
import { useTranslation } from 'react-i18next'
import { useFileUrl } from '#lib/files.ts'
import { dateText, numberText } from '#lib/text/format.ts'
import { MediaOf } from '#pictures/media/media-of.tsx'
import { PageOf, StoryOf } from '#pictures/pages/page-thumb.tsx'
import { mediaItemQuery } from '#queries/media.ts'
import playStyles from '#screens/plays/plays.module.css'
import { Figure, SumTable } from '#screens/plays/plays-report.tsx'
import { duration } from '#screens/plays/report-sums.ts'
import { BarChart } from '#ui/chart/bar-chart.tsx'
import styles from './sheet.module.css'

interface SheetViewProps {
  sheet: PlaySheet
  subject: Pick<SheetQuery, 'storyboardId' | 'itemId'>
}

/** The report as its reader gets it. */
export function SheetView({ sheet, subject }: SheetViewProps) {
  const { t } = useTranslation()
  const { organization, customer, name, firstDay, lastDay, timezone, days, screens, places, proofs } = sheet
  const day = (date: string) => dateText(Date.parse(date), 'day', 'UTC')
  const text = (plays: number, seconds: number) =>
    `${t('plays.count', { count: plays, number: numberText(plays) })} · ${duration(seconds)}`
  return (
    <article className={styles.sheet}>
      <header className={styles.head}>
        <div>
          {sheet.logoId !== null && <Logo id={sheet.logoId} name={organization} />}
          <h2 dir="auto">{name || t('sheets.everything')}</h2>
          <p dir="auto">{organization}</p>
          {customer && <p>{t('sheets.for', { customer })}</p>}
          <p>
            {day(firstDay)} – {day(lastDay)} · <bdi>{timezone}</bdi>
          </p>
        </div>
        <div className={styles.cover}>
          <Cover sheet={sheet} subject={subject} />
        </div>
      </header>
      <dl className={playStyles.figures}>
        <Figure name={t('plays.times')} value={numberText(sheet.plays)} />
        <Figure name={t('sheets.onScreen')} value={duration(sheet.seconds)} />
        <Figure name={t('plays.screens')} value={numberText(sheet.screensCount)} />
        <Figure name={t('sheets.places')} value={numberText(places.filter(({ id }) => id !== '').length)} />
      </dl>
      {days.length > 1 && (
        <BarChart
          label={t('plays.per.day')}
          summary={text(sheet.plays, sheet.seconds)}
          most={numberText(Math.max(0, ...days.map(({ plays }) => plays)))}
          bars={days.map(({ day: date, plays, seconds }) => ({
            key: date,
            label: dateText(Date.parse(date), 'weekday', 'UTC'),
            text: `${day(date)}: ${text(plays, seconds)}`,
            value: plays,
          }))}
        />
      )}
      <Proofs sheet={sheet} />
      {proofs.length === 0 && sheet.plays > 0 && <p className={styles.none}>{t('sheets.noProofs')}</p>}
      <div className={playStyles.tables}>
        {screens.length > 0 && <SumTable title={t('plays.byScreen')} rows={screens} />}
        {places.some(({ id }) => id !== '') && (
          <SumTable
            title={t('plays.byPlace')}
            rows={places.map((row) => ({ ...row, name: row.id ? row.name : t('plays.noPlace') }))}
          />
        )}
      </div>
      {sheet.plays === 0 && <p className={styles.none}>{t('plays.emptyTitle')}</p>}
    </article>
  )
}

function Cover({ sheet: { kind }, subject: { storyboardId, itemId } }: SheetViewProps) {
  if (itemId !== undefined) return kind === 'media' ? <MediaOf id={itemId} /> : <PageOf id={itemId} />
  return storyboardId === undefined ? null : <StoryOf id={storyboardId} />
}

function Logo({ id, name }: { id: string; name: string }) {
  const fileUrl = useFileUrl()
  const { data } = useQuery({ ...mediaItemQuery(id), retry: false })
  if (!data) return null
  return <img src={fileUrl(data.url)} alt={name} className={styles.logo} />
}

/** Screenshots that screens took while they showed it; a newer one may have replaced one since. */
function Proofs({ sheet: { proofs, timezone } }: { sheet: PlaySheet }) {
  const { t } = useTranslation()
  const fileUrl = useFileUrl()
  if (proofs.length === 0) return null
  return (
    <section aria-label={t('sheets.proofs')}>
      <h3>{t('sheets.proofs')}</h3>
      <ul className={styles.proofs}>
        {proofs.map(({ deviceId, deviceName, takenAt }) => (
          <li key={deviceId}>
            <img
              src={fileUrl(`/devices/screenshot/${deviceId}?at=${takenAt}`)}
              alt={t('devices.pictureOf', { name: deviceName })}
            />
            <span>
              <bdi>{deviceName}</bdi> · {dateText(takenAt, 'moment', timezone)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
