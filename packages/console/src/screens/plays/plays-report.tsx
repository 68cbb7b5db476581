import { UnstyledButton } from '@mantine/core'
import type { PlayReport, PlaySum } from '@vitrine/contract/api/screens/plays'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dateText, numberText, weekdays, weekdayText } from '#lib/text/format.ts'
import { MediaOf } from '#pictures/media/media-of.tsx'
import { PageOf, StoryOf } from '#pictures/pages/page-thumb.tsx'
import { ScreenOf } from '#pictures/screens/screen-picture.tsx'
import { BarChart } from '#ui/chart/bar-chart.tsx'
import { HeatMap } from '#ui/chart/heat-map.tsx'
import { Pictured } from '#ui/screen/small-picture.tsx'
import styles from './plays.module.css'
import type { PlaysSearch } from './plays-search.ts'
import { duration, stepOf, sumsOf, weekOf } from './report-sums.ts'

interface Props {
  report: PlayReport
  period: { from: number; to: number }
  /** Filters by a row's subject. */
  choose: (change: PlaysSearch) => void
}

/** Plays in numbers, charts, and tables. */
export function PlaysReport({ report, period, choose }: Props) {
  const { t } = useTranslation()
  const { plays, seconds, screensCount, items, screens, places, storyboards } = report
  return (
    <>
      <dl className={styles.figures}>
        <Figure name={t('plays.times')} value={numberText(plays)} />
        <Figure name={t('plays.screens')} value={numberText(screensCount)} />
        <Figure name={t('plays.hours')} value={numberText(seconds / 3600, { maximumFractionDigits: 1 })} />
      </dl>
      <Charts report={report} period={period} />
      <div className={styles.tables}>
        <SumTable
          title={t('plays.top')}
          rows={items.map(({ itemId, kind, name, ...row }) => ({
            ...row,
            id: `${kind} ${itemId}`,
            name: name || t('devices.unnamed'),
            note: t(`plays.kinds.${kind}`),
            picture: kind === 'page' ? <PageOf id={itemId} /> : <MediaOf id={itemId} />,
          }))}
          choose={(row) => choose({ item: row.split(' ')[1] })}
        />
        <SumTable
          title={t('plays.byScreen')}
          rows={screens.map((row) => ({
            ...row,
            name: row.name || t('devices.unnamed'),
            picture: <ScreenOf id={row.id} />,
          }))}
          choose={(device) => choose({ device })}
        />
        <SumTable
          title={t('plays.byStoryboard')}
          rows={storyboards.map((row) => ({
            ...row,
            name: row.name || t('plays.deletedStoryboard'),
            picture: <StoryOf id={row.id} />,
          }))}
          choose={(storyboard) => choose({ storyboard })}
        />
        {places.some(({ id }) => id !== '') && (
          <SumTable
            title={t('plays.byPlace')}
            rows={places.map((row) => ({ ...row, name: row.id ? row.name : t('plays.noPlace') }))}
            choose={(building) => choose({ building: building || undefined })}
          />
        )}
      </div>
    </>
  )
}

/** A number with its name. */
export function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

const LABELS = { hour: 'time', day: 'weekday', week: 'weekday' } as const
const WORDS = { hour: 'moment', day: 'day', week: 'day' } as const

function Charts({ report: { hours, plays, seconds }, period }: Omit<Props, 'choose'>) {
  const { t } = useTranslation()
  const { from, to } = period
  const step = stepOf(from, to)
  const sums = useMemo(() => sumsOf(hours, { from, to }), [hours, from, to])
  const week = useMemo(() => weekOf(hours), [hours])
  const countText = (count: number) => t('plays.count', { count, number: numberText(count) })
  const text = (count: number, long: number) => `${countText(count)} · ${duration(long)}`
  const columns = Array.from({ length: 24 }, (_, hour) =>
    dateText(new Date(2026, 0, 1, hour).getTime(), 'time'),
  )
  return (
    <div className={styles.charts}>
      <BarChart
        label={t(`plays.per.${step}`)}
        summary={text(plays, seconds)}
        most={numberText(Math.max(0, ...sums.map((sum) => sum.plays)))}
        bars={sums.map((sum) => ({
          key: String(sum.at),
          label: dateText(sum.at, LABELS[step]),
          text: `${dateText(sum.at, WORDS[step])}: ${text(sum.plays, sum.seconds)}`,
          value: sum.plays,
        }))}
      />
      {step !== 'hour' && (
        <HeatMap
          label={t('plays.byHour')}
          columns={columns}
          rows={weekdays().map((day) => ({ name: weekdayText(day, 'short'), values: week[day] ?? [] }))}
          text={countText}
        />
      )}
    </div>
  )
}

interface SumRow extends PlaySum {
  note?: string
  picture?: ReactNode
  screens?: number
}
interface SumTableProps {
  title: string
  rows: readonly SumRow[]
  choose?: (id: string) => void
}

/** A table with a bar per row, longest first. */
export function SumTable({ title, rows, choose }: SumTableProps) {
  const { t } = useTranslation()
  const most = Math.max(1, ...rows.map(({ seconds }) => seconds))
  const words = ({ id, name: text, note }: SumRow): ReactNode => (
    <span className={styles.words}>
      {choose && id ? (
        // Other buttons aren't printed, but this is the row's only name.
        <UnstyledButton className={styles.name} onClick={() => choose(id)}>
          {text}
        </UnstyledButton>
      ) : (
        <bdi>{text}</bdi>
      )}
      {note && <span className={styles.note}>{note}</span>}
      <span className={styles.track} aria-hidden="true" />
    </span>
  )
  const name = (row: SumRow): ReactNode =>
    row.picture ? <Pictured picture={row.picture}>{words(row)}</Pictured> : words(row)
  return (
    <section className={styles.card}>
      <h2>{title}</h2>
      <div className={styles.scroll}>
        <table className={styles.table} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('plays.name')}</th>
              <th scope="col" className={styles.number}>
                {t('plays.times')}
              </th>
              <th scope="col" className={styles.number}>
                {t('plays.long')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} style={{ '--share': `${(row.seconds / most) * 100}%` } as object}>
                <th scope="row">{name(row)}</th>
                <td className={styles.number}>{numberText(row.plays)}</td>
                <td className={styles.number}>
                  <bdi dir="ltr">{duration(row.seconds)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
