import { ActionIcon, Button, Group, SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dateRangeText } from '#lib/text/format.ts'
import styles from './calendar.module.css'
import type { CalendarSearch } from './calendar-search.ts'
import { nextDate } from './days.ts'

interface CalendarBarProps {
  view: CalendarSearch['view']
  date: string
  today: string
  days: readonly string[]
  onSearch: (change: CalendarSearch) => void
  children?: ReactNode
}

/** Chooses a week or a month. */
export function CalendarBar({ view, date, today, days, onSearch, children }: CalendarBarProps) {
  const { t } = useTranslation()
  const go = (by: 1 | -1) => onSearch({ date: nextDate(view, date, by) })
  const [first = date, last = date] = [days[0], days.at(-1)]
  const unit = view ?? 'week'
  return (
    <div className={styles.bar}>
      <Group gap="xs">
        <ActionIcon variant="default" aria-label={t(`calendar.before.${unit}`)} onClick={() => go(-1)}>
          <span aria-hidden="true" className={styles.arrow}>
            ‹
          </span>
        </ActionIcon>
        <ActionIcon variant="default" aria-label={t(`calendar.after.${unit}`)} onClick={() => go(1)}>
          <span aria-hidden="true" className={styles.arrow}>
            ›
          </span>
        </ActionIcon>
        <Button
          variant="default"
          size="compact-md"
          disabled={days.includes(today)}
          onClick={() => onSearch({ date: undefined })}
        >
          {t('deviceGroups.today')}
        </Button>
        <h2 className={styles.range}>{dateRangeText(first, last, view === 'month' ? 'month' : 'days')}</h2>
      </Group>
      <Group gap="xs">
        {children}
        <SegmentedControl
          aria-label={t('plays.as')}
          value={unit}
          onChange={(next) => onSearch({ view: next === 'month' ? next : undefined })}
          data={[
            { value: 'week', label: t('calendar.week') },
            { value: 'month', label: t('calendar.month') },
          ]}
        />
        <Button variant="default" onClick={() => window.print()}>
          {t('plays.print')}
        </Button>
      </Group>
    </div>
  )
}
