import { Button, FocusTrap, Stack, TextInput } from '@mantine/core'
import { minutesOfTime } from '@vitrine/contract/rules'
import { isShowDate, isShowSpan, type ShowDates } from '@vitrine/contract/schedule/show-dates'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inputTime } from '#lib/text/format.ts'
import { DateInput, readDay } from './date-field.tsx'
import styles from './show-dates-form.module.css'
import { readTime } from './time-field.tsx'

interface ShowDatesFormProps {
  dates: ShowDates
  onChange: (dates: ShowDates) => void
  onRemove: () => void
}

/** The first and last day on which something shows, optionally with times. */
export function ShowDatesForm({ dates, onChange, onRemove }: ShowDatesFormProps) {
  const { t } = useTranslation()
  const { showFrom, showUntil } = dates
  return (
    // A separate focus trap, because the popover opens before this chunk has loaded.
    <FocusTrap>
      <Stack gap={12} w={300}>
        <Bound
          label={t('showDates.from')}
          timeLabel={t('showDates.fromTime')}
          value={showFrom}
          onChange={(value) => onChange({ showFrom: value, showUntil })}
        />
        <Bound
          label={t('showDates.until')}
          timeLabel={t('showDates.untilTime')}
          value={showUntil}
          error={isShowSpan(dates) ? undefined : t('showDates.order')}
          onChange={(value) => onChange({ showFrom, showUntil: value })}
        />
        <p className={styles.note}>{t('showDates.note')}</p>
        <Button
          variant="default"
          size="compact-sm"
          disabled={showFrom === undefined && showUntil === undefined}
          onClick={onRemove}
        >
          {t('showDates.remove')}
        </Button>
      </Stack>
    </FocusTrap>
  )
}

interface BoundProps {
  label: string
  timeLabel: string
  value: string | undefined
  error?: string
  onChange: (value: string | undefined) => void
}

/** A date with an optional time. Only valid input is emitted. */
function Bound({ label, timeLabel, value = '', error, onChange }: BoundProps) {
  const { t } = useTranslation()
  const [day = '', time = ''] = value.split('T')
  const [typedDay, setTypedDay] = useState<string>()
  const [typedTime, setTypedTime] = useState<string>()
  const send = (nextDay: string, nextTime: string) => {
    const next = nextTime ? `${nextDay}T${nextTime}` : nextDay
    // Visiting a field changes nothing.
    if (next === value) return
    if (next === '') onChange(undefined)
    else if (isShowDate(next)) onChange(next)
  }
  const isWrong = typedDay !== undefined && typedDay !== '' && !isShowDate(readDay(typedDay) ?? typedDay)
  return (
    <div className={styles.bound}>
      <DateInput
        label={label}
        value={typedDay ?? day}
        error={isWrong ? t('showDates.wrongDay') : error}
        onChange={(next) => {
          setTypedDay(next)
          const read = readDay(next) ?? next
          send(read, read ? time : '')
        }}
        onBlur={() => !isWrong && setTypedDay(undefined)}
      />
      <TextInput
        label={timeLabel}
        value={typedTime ?? (time && timeText(time))}
        placeholder={t('showDates.anyTime')}
        disabled={day === ''}
        autoComplete="off"
        dir="ltr"
        onChange={({ currentTarget }) => {
          setTypedTime(currentTarget.value)
          const read = readTime(currentTarget.value)
          if (read || currentTarget.value === '') send(day, read ? timeOf(minutesOfTime(read)) : '')
        }}
        onBlur={() => setTypedTime(undefined)}
      />
    </div>
  )
}

/** Converts `18:00` to the region's format, and back. */
const timeText = (time: string) => inputTime(Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))
const timeOf = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
