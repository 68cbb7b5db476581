import { Button, Select } from '@mantine/core'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import { type HijriDays, hijriDay } from '@vitrine/contract/schedule/hijri'
import { useTranslation } from 'react-i18next'
import { hijriMonthText, numbersOf } from '#pictures/schedules/sky-text.ts'
import styles from '#screens/device-groups/schedule.module.css'
import { NumberInput } from '#ui/form/fields/number-input.tsx'

/** What a slot begins with. */
export const RAMADAN: HijriDays = { from: '09-01', to: '09-30' }
const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)

interface SlotHijriProps {
  days: HijriDays
  onChange: (days: HijriDays | undefined) => void
}

/** Days of every Hijri year on which a slot starts. */
export function SlotHijri({ days, onChange }: SlotHijriProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.dates}>
      <Day
        label={t('deviceGroups.sky.hijriFrom')}
        day={days.from}
        onChange={(from) => onChange({ ...days, from })}
      />
      <Day label={t('deviceGroups.sky.hijriTo')} day={days.to} onChange={(to) => onChange({ ...days, to })} />
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<TrashIcon size={16} aria-hidden="true" />}
        onClick={() => onChange(undefined)}
      >
        {t('deviceGroups.sky.removeHijri')}
      </Button>
    </div>
  )
}

interface DayProps {
  label: string
  /** `MM-DD`. */
  day: string
  onChange: (day: string) => void
}

function Day({ label, day: text, onChange }: DayProps) {
  const { t } = useTranslation()
  const [month, day] = numbersOf(text)
  const set = (nextMonth: number, nextDay: number) =>
    onChange(hijriDay(nextMonth, Math.min(Math.max(Math.round(nextDay) || 1, 1), 30)))
  return (
    <div className={styles.edge}>
      <Select
        label={label}
        allowDeselect={false}
        data={MONTHS.map((each) => ({ value: String(each), label: hijriMonthText(each) }))}
        value={String(month)}
        onChange={(next) => set(Number(next), day)}
      />
      <NumberInput
        label={t('deviceGroups.sky.day')}
        aria-label={`${label}: ${t('deviceGroups.sky.day')}`}
        min={1}
        max={30}
        value={day}
        onChange={(next) => set(month, Number(next))}
      />
    </div>
  )
}
