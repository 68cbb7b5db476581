import { Button, Pagination, SegmentedControl, Select } from '@mantine/core'
import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { ListChecksIcon } from '@phosphor-icons/react/dist/csr/ListChecks'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Play, PlayTotal } from '@vitrine/contract/api/screens/plays'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { devicesQuery } from '#features/devices/queries.ts'
import { api, download } from '#lib/api.ts'
import { saveContent } from '#lib/browser/save-content.ts'
import { clock } from '#lib/clock.ts'
import { dateText, numberText } from '#lib/text/format.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { FailedList } from '#ui/page/failed-list.tsx'
import { Page } from '#ui/page/page.tsx'
import { useAction } from '#ui/work/use-write.ts'
import styles from './plays.module.css'
import { PERIODS, type PlaysSearch } from './plays-search.ts'
import { playsQuery, playTotalsQuery } from './queries.ts'

const HOUR = 3_600_000
const PAGE = 50

/** Proof of play: what was on screens, how often and how long, or every single time. */
export function PlaysPage() {
  const { t } = useTranslation()
  const { days = 7, device, kind, each = false, page = 1 } = useSearch({ from: '/app/plays' })
  const set = useSet()
  // From the start of the hour: a stable query key while the page is open.
  const from = useMemo(() => Math.floor(clock.now() / HOUR) * HOUR - days * 24 * HOUR, [days])
  const filter = { from, deviceId: device, kind }
  const totals = useQuery({ ...playTotalsQuery(filter), enabled: !each })
  const list = useQuery({ ...playsQuery({ ...filter, page, pageSize: PAGE }), enabled: each })
  const save = useAction({
    write: async () => saveContent(await download(api.plays.export.route, { query: filter }), 'plays.csv'),
    failed: 'errors.get',
  })
  return (
    <Page
      title={t('plays.title')}
      intro={t('plays.intro')}
      breadcrumbs={[{ label: t('devices.title'), to: '/app/devices' }]}
      actions={
        <Button
          variant="default"
          leftSection={<DownloadSimpleIcon size={16} aria-hidden="true" />}
          onClick={() => void save(undefined)}
        >
          {t('plays.export')}
        </Button>
      }
    >
      <Filters />
      {each ? (
        <Answer query={list} isEmpty={({ total }) => total === 0}>
          {({ plays, total }) => (
            <>
              <Each plays={plays} />
              {total > PAGE && (
                <Pagination
                  className={styles.pages}
                  total={Math.ceil(total / PAGE)}
                  value={page}
                  onChange={(next) => set({ page: next })}
                  getControlProps={(control) => ({ 'aria-label': t(`plays.pages.${control}`) })}
                />
              )}
            </>
          )}
        </Answer>
      ) : (
        <Answer query={totals} isEmpty={({ length }) => length === 0}>
          {(data) => <Totals totals={data} />}
        </Answer>
      )}
    </Page>
  )
}

/** Changes what the address says; only pages of the list are steps in the browser's history. */
function useSet() {
  const navigate = useNavigate()
  const search = useSearch({ from: '/app/plays' })
  return (change: PlaysSearch) =>
    void navigate({
      to: '/app/plays',
      search: { ...search, page: undefined, ...change },
      replace: change.page === undefined,
    })
}

function Filters() {
  const { t } = useTranslation()
  const set = useSet()
  const { days = 7, device, kind, each = false } = useSearch({ from: '/app/plays' })
  const devices = useQuery(devicesQuery())
  return (
    <div className={styles.filters}>
      <SegmentedControl
        aria-label={t('plays.as')}
        value={each ? 'each' : 'totals'}
        onChange={(next) => set({ each: next === 'each' || undefined })}
        data={[
          { value: 'totals', label: t('plays.totals') },
          { value: 'each', label: t('plays.each') },
        ]}
      />
      <SegmentedControl
        aria-label={t('plays.period')}
        value={String(days)}
        onChange={(next) => set({ days: PERIODS.find((one) => String(one) === next) })}
        data={PERIODS.map((one) => ({ value: String(one), label: t(`plays.days.${one}`) }))}
      />
      <Select
        aria-label={t('plays.kind')}
        placeholder={t('plays.kinds.all')}
        clearable
        value={kind ?? null}
        onChange={(next) => set({ kind: next === 'page' || next === 'media' ? next : undefined })}
        data={[
          { value: 'page', label: t('plays.kinds.page') },
          { value: 'media', label: t('plays.kinds.media') },
        ]}
      />
      <Select
        aria-label={t('plays.screen')}
        placeholder={t('plays.allScreens')}
        clearable
        searchable
        value={device ?? null}
        onChange={(next) => set({ device: next ?? undefined })}
        data={(devices.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
    </div>
  )
}

interface AnswerProps<T> {
  query: UseQueryResult<T>
  isEmpty: (data: T) => boolean
  children: (data: T) => ReactNode
}

function Answer<T>({ query, isEmpty, children }: AnswerProps<T>) {
  const { t } = useTranslation()
  if (query.isPending) return <p role="status">{t('overlay.loading')}</p>
  if (query.data === undefined) return <FailedList error={query.error} retry={() => void query.refetch()} />
  if (isEmpty(query.data))
    return <EmptyState icon={ListChecksIcon} title={t('plays.emptyTitle')} text={t('plays.emptyText')} />
  return <div className={styles.scroll}>{children(query.data)}</div>
}

function Totals({ totals }: { totals: readonly PlayTotal[] }) {
  const { t } = useTranslation()
  return (
    <table className={styles.table} aria-label={t('plays.title')}>
      <thead>
        <tr>
          <th scope="col">{t('plays.name')}</th>
          <th scope="col">{t('plays.kind')}</th>
          <th scope="col" className={styles.number}>
            {t('plays.times')}
          </th>
          <th scope="col" className={styles.number}>
            {t('plays.long')}
          </th>
          <th scope="col" className={styles.number}>
            {t('plays.screens')}
          </th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ kind, itemId, name, plays, seconds, screens }) => (
          <tr key={`${kind} ${itemId}`}>
            <th scope="row">{name || t('devices.unnamed')}</th>
            <td>{t(`plays.kinds.${kind}`)}</td>
            <td className={styles.number}>{numberText(plays)}</td>
            <td className={styles.number}>
              <bdi dir="ltr">{duration(seconds)}</bdi>
            </td>
            <td className={styles.number}>{numberText(screens)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Each({ plays }: { plays: readonly Play[] }) {
  const { t } = useTranslation()
  return (
    <table className={styles.table} aria-label={t('plays.title')}>
      <thead>
        <tr>
          <th scope="col">{t('plays.when')}</th>
          <th scope="col">{t('plays.name')}</th>
          <th scope="col">{t('plays.kind')}</th>
          <th scope="col">{t('plays.screen')}</th>
          <th scope="col">{t('plays.storyboard')}</th>
          <th scope="col" className={styles.number}>
            {t('plays.long')}
          </th>
        </tr>
      </thead>
      <tbody>
        {plays.map(({ id, from, name, kind, deviceName, storyboardName, seconds }) => (
          <tr key={id}>
            <td>{dateText(from, 'momentOfSecond')}</td>
            <th scope="row">{name || t('devices.unnamed')}</th>
            <td>{t(`plays.kinds.${kind}`)}</td>
            <td>{deviceName}</td>
            <td>{storyboardName}</td>
            <td className={styles.number}>
              <bdi dir="ltr">{duration(seconds)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** `h:mm:ss`, hours as many as there are. */
function duration(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
