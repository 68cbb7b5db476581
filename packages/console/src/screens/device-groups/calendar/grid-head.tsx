import { Tooltip } from '@mantine/core'
import { dateText, weekdayText } from '#lib/text/format.ts'
import rows from './calendar.module.css'
import styles from './grid-head.module.css'
import type { HolidayNames } from './use-holidays.ts'

interface GridHeadProps {
  days: readonly string[]
  today: string
  holidays: HolidayNames
}

/** The days above the rows, with their public holidays. Each cell says its date, so only holidays are read aloud. */
export function GridHead({ days, today, holidays }: GridHeadProps) {
  const isMonth = days.length > 7
  return (
    <div className={rows.head}>
      <span />
      <div className={rows.cells}>
        {days.map((day) => {
          const holiday = holidays.get(day)
          const texts = (
            <>
              <span>{weekdayText(new Date(Date.parse(day)).getUTCDay(), isMonth ? 'narrow' : 'short')}</span>{' '}
              <b>{isMonth ? Number(day.slice(8)) : dateText(Date.parse(day), 'monthDay', 'UTC')}</b>
            </>
          )
          const shared = { className: styles.day, 'data-today': day === today || undefined }
          return holiday ? (
            <Tooltip
              key={day}
              label={holiday}
              multiline
              maw={240}
              events={{ hover: true, focus: true, touch: true }}
            >
              <button type="button" {...shared}>
                {texts}{' '}
                {isMonth ? (
                  <>
                    <span className={styles.mark} aria-hidden="true" />
                    <span className="visually-hidden">{holiday}</span>
                  </>
                ) : (
                  <bdi className={styles.holiday}>{holiday}</bdi>
                )}
              </button>
            </Tooltip>
          ) : (
            <span key={day} {...shared} aria-hidden="true">
              {texts}
            </span>
          )
        })}
      </div>
    </div>
  )
}
