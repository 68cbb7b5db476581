import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type PlaySheet, SHEET_DAYS_MAX, type SheetQuery } from '@vitrine/contract/api/screens/play-sheets'
import { daysBefore } from '@vitrine/contract/schedule/report-days'
import { isTimeZone, localTime } from '@vitrine/contract/schedule/time-zone'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, download } from '#lib/api.ts'
import { saveContent } from '#lib/browser/save-content.ts'
import { clock } from '#lib/clock.ts'
import { downloadedText } from '#lib/text/done-text.ts'
import { textLanguage } from '#lib/text/i18n.ts'
import { suggestedZone } from '#lib/text/time-zone.ts'
import { playSheetQuery } from '#queries/plays.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { FailedList } from '#ui/page/failed-list.tsx'
import { Page } from '#ui/page/page.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { useAction } from '#ui/work/use-write.ts'
import { SendForm } from './send-form.tsx'
import { SheetFilters } from './sheet-filters.tsx'
import type { SheetSearch } from './sheet-search.ts'
import { SheetView } from './sheet-view.tsx'

/** Whether a search has the days of a period, at most a year. */
function isSpanOfDays({ first = '', last = '' }: SheetSearch): boolean {
  const days = (Date.parse(last) - Date.parse(first)) / 86_400_000
  return days >= 0 && days < SHEET_DAYS_MAX
}

/** The call of a search: whole days by the clocks of its zone. */
function queryOf(search: SheetSearch, now: number): Omit<SheetQuery, 'organizationId' | 'language'> {
  const { storyboard, item, customer = '', period = 'week' } = search
  const isSpan = period === 'custom' && isSpanOfDays(search)
  const zone = search.zone && isTimeZone(search.zone) ? search.zone : suggestedZone()
  const recent = daysBefore(period === 'month' ? 'month' : 'week', localTime(zone, now).date)
  const { first = recent.firstDay, last = recent.lastDay } = isSpan ? search : {}
  return {
    storyboardId: storyboard,
    itemId: storyboard ? undefined : item,
    first,
    last,
    timezone: zone,
    customer,
  }
}

/** A report to send: what screens showed for a customer, with pictures, a chart and totals. */
export function SheetPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/plays/report' })
  const navigate = useNavigate()
  const set = (change: SheetSearch) =>
    void navigate({ to: '/app/plays/report', search: { ...search, ...change }, replace: true })
  const query = useMemo(() => queryOf(search, clock.now()), [search])
  const answer = useQuery(playSheetQuery(query))
  return (
    <Page
      title={t('sheets.title')}
      intro={t('sheets.intro')}
      breadcrumbs={[
        { label: t('devices.title'), to: '/app/devices' },
        { label: t('plays.title'), to: '/app/plays' },
      ]}
      actions={<Actions query={query} sheet={answer.data} />}
    >
      <SheetFilters search={search} query={query} set={set} />
      {answer.isPending ? (
        <p role="status">{t('overlay.loading')}</p>
      ) : answer.data === undefined ? (
        <FailedList error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <SheetView sheet={answer.data} subject={query} />
      )}
    </Page>
  )
}

interface ActionsProps {
  query: ReturnType<typeof queryOf>
  sheet: PlaySheet | undefined
}

/** Sends the report regularly, prints it, or saves it as a PDF. */
function Actions({ query, sheet }: ActionsProps) {
  const { t } = useTranslation()
  const [isSending, setSending] = useState(false)
  const maySend = useCan('write', 'own-organization') && (query.storyboardId ?? query.itemId) !== undefined
  const file = `${[sheet?.name, query.first, query.last].filter(Boolean).join(' ')}.pdf`
  const save = useAction({
    write: async () => {
      const pdf = await download(api.plays.sheetPdf.route, { query: { ...query, language: textLanguage() } })
      saveContent(pdf, file)
    },
    done: () => downloadedText(file),
    failed: 'errors.get',
  })
  return (
    <>
      {maySend && (
        <Button variant="default" onClick={() => setSending(true)}>
          {t('sheets.send')}
        </Button>
      )}
      <Button variant="default" onClick={() => window.print()}>
        {t('plays.print')}
      </Button>
      <Button onClick={() => void save(undefined)}>{t('sheets.pdf')}</Button>
      <FormDialog opened={isSending} onClose={() => setSending(false)} title={t('sheets.send')}>
        <SendForm query={query} name={sheet?.name ?? ''} onSaved={() => setSending(false)} />
      </FormDialog>
    </>
  )
}
