import { Button, Pagination } from '@mantine/core'
import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { EnvelopeIcon } from '@phosphor-icons/react/dist/csr/Envelope'
import { ListChecksIcon } from '@phosphor-icons/react/dist/csr/ListChecks'
import { PrinterIcon } from '@phosphor-icons/react/dist/csr/Printer'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, download } from '#lib/api.ts'
import { saveContent } from '#lib/browser/save-content.ts'
import { clock } from '#lib/clock.ts'
import { downloadedText } from '#lib/text/done-text.ts'
import { dateText } from '#lib/text/format.ts'
import { playReportQuery, playsQuery } from '#queries/plays.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { FailedList } from '#ui/page/failed-list.tsx'
import { Page } from '#ui/page/page.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { useAction } from '#ui/work/use-write.ts'
import styles from './plays.module.css'
import { PlaysFilters, usePlaysSearch } from './plays-filters.tsx'
import { PlaysList } from './plays-list.tsx'
import { PlaysReport } from './plays-report.tsx'
import { type PlaysSearch, periodOf } from './plays-search.ts'

const PAGE = 50

/** Proof of play: a report of what screens showed, how often and how long, or a list of every play. */
export function PlaysPage() {
  const { t } = useTranslation()
  const { search, set } = usePlaysSearch()
  const { days, first, last, device, building, storyboard, item, kind, each = false, page = 1 } = search
  const period = useMemo(() => periodOf({ days, first, last }, clock.now()), [days, first, last])
  const filter = {
    ...period,
    deviceId: device,
    buildingId: building,
    storyboardId: storyboard,
    itemId: item,
    kind,
  }
  const report = useQuery({ ...playReportQuery(filter), enabled: !each })
  const list = useQuery({ ...playsQuery({ ...filter, page, pageSize: PAGE }), enabled: each })
  const save = useAction({
    write: async () => saveContent(await download(api.plays.export.route, { query: filter }), 'plays.csv'),
    done: () => downloadedText('plays.csv'),
    failed: 'errors.get',
  })
  return (
    <Page
      title={t('plays.title')}
      intro={t('plays.intro')}
      breadcrumbs={[{ label: t('devices.title'), to: '/app/devices' }]}
      actions={<Actions onSave={() => void save(undefined)} />}
    >
      <PlaysFilters />
      <p className={styles.printed}>
        {dateText(period.from, 'day')} – {dateText(period.to - 1, 'day')}
      </p>
      {each ? (
        <Answer query={list} isEmpty={({ total }) => total === 0}>
          {({ plays, total }) => (
            <>
              <PlaysList plays={plays} />
              {total > PAGE && <Pages total={Math.ceil(total / PAGE)} page={page} set={set} />}
            </>
          )}
        </Answer>
      ) : (
        <Answer query={report} isEmpty={({ hours }) => hours.length === 0}>
          {(data) => <PlaysReport report={data} period={period} choose={set} />}
        </Answer>
      )}
    </Page>
  )
}

/** Schedules the report by email, prints it, or downloads it. */
function Actions({ onSave }: { onSave: () => void }) {
  const { t } = useTranslation()
  const { storyboard, item } = usePlaysSearch().search
  const maySchedule = useCan('write', 'own-organization')
  return (
    <>
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link to="/app/plays/report" search={item ? { item } : { storyboard }} {...props} />
        )}
      >
        {t('sheets.title')}
      </Button>
      {maySchedule && (
        <Button
          variant="default"
          leftSection={<EnvelopeIcon size={16} aria-hidden="true" />}
          renderRoot={(props) => <Link to="/app/settings" search={{ tab: 'alerts' }} {...props} />}
        >
          {t('plays.byEmail')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<PrinterIcon size={16} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        {t('plays.print')}
      </Button>
      <Button
        variant="default"
        leftSection={<DownloadSimpleIcon size={16} aria-hidden="true" />}
        onClick={onSave}
      >
        {t('plays.export')}
      </Button>
    </>
  )
}

interface PagesProps {
  total: number
  page: number
  set: (change: PlaysSearch) => void
}

function Pages({ total, page, set }: PagesProps) {
  const { t } = useTranslation()
  return (
    <Pagination
      className={styles.pages}
      total={total}
      value={page}
      onChange={(next) => set({ page: next })}
      getControlProps={(control) => ({ 'aria-label': t(`plays.pages.${control}`) })}
    />
  )
}

function NoPlays() {
  const { t } = useTranslation()
  const { device, building, storyboard, item, kind } = usePlaysSearch().search
  const isFiltered = Boolean(device || building || storyboard || item || kind)
  const to = isFiltered ? '/app/plays' : '/app/devices'
  return (
    <EmptyState
      variant={isFiltered ? 'no-match' : 'first'}
      icon={ListChecksIcon}
      title={t('plays.emptyTitle')}
      text={t('plays.emptyText')}
      action={
        <Button variant="default" renderRoot={(props) => <Link to={to} {...props} />}>
          {t(isFiltered ? 'table.clearFilter' : 'deviceCards.toDevices')}
        </Button>
      }
    />
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
  if (isEmpty(query.data)) return <NoPlays />
  return children(query.data)
}
