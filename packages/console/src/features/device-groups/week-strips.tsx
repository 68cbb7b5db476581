import { ActionIcon, Button, Group, UnstyledButton } from '@mantine/core'
import { CaretLeftIcon } from '@phosphor-icons/react/dist/csr/CaretLeft'
import { CaretRightIcon } from '@phosphor-icons/react/dist/csr/CaretRight'
import type { Schedule } from '@vitrine/contract/api/screens/device-groups'
import { readingAt } from '@vitrine/contract/schedule/day'
import { useTranslation } from 'react-i18next'
import { dateText, weekdays } from '#lib/text/format.ts'
import { useNow } from '#lib/use-now.ts'
import { DayStrip, StripHours } from './day-strip.tsx'
import styles from './week-strips.module.css'

const DAY = 86_400_000

interface WeekStripsProps {
  schedule: Schedule
  nameOf: (storyboardId: string | null) => string | undefined
  /** The chosen day, `YYYY-MM-DD`; its week is drawn. */
  date: string
  onDate: (date: string) => void
}

const plusDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)

/** The seven days of the week of a day, from the first weekday of the console's language. */
function weekOf(date: string): string[] {
  const place = weekdays().indexOf(new Date(Date.parse(date)).getUTCDay())
  return Array.from({ length: 7 }, (_, day) => plusDays(date, day - place))
}

/** A week of a schedule, day by day, with what plays when. */
export function WeekStrips({ schedule, nameOf, date, onDate }: WeekStripsProps) {
  const { t } = useTranslation()
  const today = readingAt(schedule.timezone, useNow(60_000)).date
  const week = weekOf(date)
  return (
    <section aria-label={t('deviceGroups.week')} className={styles.week}>
      <Group gap="xs">
        <ActionIcon
          variant="default"
          aria-label={t('deviceGroups.weekBefore')}
          onClick={() => onDate(plusDays(date, -7))}
        >
          <CaretLeftIcon size={16} aria-hidden="true" className={styles.arrow} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t('deviceGroups.weekAfter')}
          onClick={() => onDate(plusDays(date, 7))}
        >
          <CaretRightIcon size={16} aria-hidden="true" className={styles.arrow} />
        </ActionIcon>
        <Button variant="default" size="compact-md" disabled={date === today} onClick={() => onDate(today)}>
          {t('deviceGroups.today')}
        </Button>
      </Group>
      <ol className={styles.days}>
        {week.map((day) => (
          <li key={day} data-today={day === today || undefined}>
            <UnstyledButton className={styles.day} aria-pressed={day === date} onClick={() => onDate(day)}>
              {dateText(Date.parse(day), 'weekday', 'UTC')}
            </UnstyledButton>
            <DayStrip schedule={schedule} nameOf={nameOf} date={day} named />
          </li>
        ))}
        <li aria-hidden="true">
          <span />
          <StripHours />
        </li>
      </ol>
    </section>
  )
}
