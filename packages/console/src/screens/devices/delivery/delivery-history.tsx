import { Button } from '@mantine/core'
import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, download } from '#lib/api.ts'
import { saveContent } from '#lib/browser/save-content.ts'
import { clock } from '#lib/clock.ts'
import { downloadedText } from '#lib/text/done-text.ts'
import { dateText, numberText } from '#lib/text/format.ts'
import { deliveryHistoryQuery } from '#queries/devices.ts'
import { BarChart } from '#ui/chart/bar-chart.tsx'
import { useAction } from '#ui/work/use-write.ts'
import styles from './deliveries.module.css'
import { type DeliveryDay, daysOf, midnightOf } from './history-days.ts'

const DAY = 86_400_000
const DAYS = 30

/** Deliveries per day: how many screens showed each change, and how fast. */
export function DeliveryHistory() {
  const { t } = useTranslation()
  const period = useMemo(() => {
    const now = clock.now()
    return { from: midnightOf(now - (DAYS - 1) * DAY), to: midnightOf(now) + DAY }
  }, [])
  const { data: hours = [] } = useQuery(deliveryHistoryQuery(period))
  const save = useAction({
    write: async () =>
      saveContent(await download(api.devices.exportDeliveries.route, { query: period }), 'deliveries.csv'),
    done: () => downloadedText('deliveries.csv'),
    failed: 'errors.get',
  })
  const days = daysOf(hours, period.from, period.to)
  const sum = (of: keyof DeliveryDay) => days.reduce((all, day) => all + day[of], 0)
  const total = { at: 0, changes: sum('changes'), screens: sum('screens'), shown: sum('shown') }
  const soon = { within10: sum('within10'), within60: sum('within60') }
  const textOf = useDayText()
  const bars = (heightOf: (day: DeliveryDay) => number) =>
    days.map((day) => ({
      key: String(day.at),
      label: dateText(day.at, 'day'),
      text: `${dateText(day.at, 'day')}: ${textOf(day)}`,
      value: heightOf(day),
    }))
  const most = Math.max(0, ...days.map(({ shown }) => shown))
  const summary = textOf({ ...total, ...soon })
  return (
    <section className={styles.history} aria-label={t('devices.delivery.history')}>
      <header>
        <h2>{t('devices.delivery.history')}</h2>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<DownloadSimpleIcon size={16} aria-hidden="true" />}
          onClick={() => void save(undefined)}
        >
          {t('plays.export')}
        </Button>
      </header>
      <BarChart
        label={t('devices.delivery.reached')}
        bars={bars(({ shown }) => shown)}
        most={numberText(most)}
        summary={summary}
      />
      <BarChart
        label={t('devices.delivery.inTime')}
        bars={bars(({ within60, screens }) => (screens === 0 ? 0 : (within60 / screens) * 100))}
        most={percent(1, 1)}
        summary={summary}
        isLow
      />
    </section>
  )
}

/** Formats a day's deliveries. */
function useDayText(): (day: DeliveryDay) => string {
  const { t } = useTranslation()
  return ({ screens, shown, within10, within60, changes }) =>
    screens === 0
      ? t('devices.delivery.noChanges')
      : t('devices.delivery.dayText', {
          count: changes,
          shown: numberText(shown),
          screens: numberText(screens),
          within10: percent(within10, screens),
          within60: percent(within60, screens),
        })
}

const percent = (part: number, whole: number) =>
  numberText(whole === 0 ? 0 : part / whole, { style: 'percent', maximumFractionDigits: 0 })
