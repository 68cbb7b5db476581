import { UnstyledButton } from '@mantine/core'
import { weekdays, weekdayText } from '#lib/text/format.ts'
import styles from './weekdays-picker.module.css'

export const ALL_DAYS: readonly number[] = [0, 1, 2, 3, 4, 5, 6]

/** Adds or removes a weekday. */
export const toggledDay = (days: readonly number[], day: number): number[] =>
  ALL_DAYS.filter((one) => days.includes(one) !== (one === day))

interface WeekdaysPickerProps {
  id?: string
  label: string
  days: readonly number[]
  onToggle: (day: number) => void
}

/** A toggle button for each weekday, in the locale's order. */
export function WeekdaysPicker({ id, label, days, onToggle }: WeekdaysPickerProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would be read twice
    <div id={id} role="group" aria-label={label} className={styles.weekdays}>
      {weekdays().map((day) => (
        <UnstyledButton
          key={day}
          className={styles.weekday}
          aria-pressed={days.includes(day)}
          title={weekdayText(day, 'long')}
          onClick={() => onToggle(day)}
        >
          {weekdayText(day, 'short')}
        </UnstyledButton>
      ))}
    </div>
  )
}
