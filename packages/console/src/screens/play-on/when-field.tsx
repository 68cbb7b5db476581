import { Group, Radio, Stack } from '@mantine/core'
import { minutesOfTime } from '@vitrine/contract/rules'
import { MINUTE } from '@vitrine/contract/schedule/time-zone'
import { useTranslation } from 'react-i18next'
import { clock } from '#lib/clock.ts'
import { toggledDay, WeekdaysPicker } from '#pickers/weekdays-picker.tsx'
import { InstantInput } from '#screens/devices/switches/switch-end-picker.tsx'
import { readTime, TimeInput } from '#ui/form/fields/time-field.tsx'
import { useCan } from '#ui/work/use-can.ts'
import styles from './play-on.module.css'
import { PLAY_TIMES, type PlayWhen, type Targets, type WeeklyTimes } from './play-plan.ts'

interface WhenFieldProps {
  value: PlayWhen
  onChange: (when: PlayWhen) => void
  /** The start, for `at`. */
  from: number | undefined
  onFromChange: (from: number | undefined) => void
  weekly: WeeklyTimes
  onWeeklyChange: (weekly: WeeklyTimes) => void
  /** Schedules can change: of the chosen groups, and of those that chosen screens get. */
  canSchedule: boolean
  targets: Targets
}

/** Chooses when to play: now, later, in a slot, or outside slots. */
export function WhenField({
  value,
  onChange,
  from,
  onFromChange,
  canSchedule,
  targets: { devices, groups },
  ...props
}: WhenFieldProps) {
  const { t } = useTranslation()
  const mayChangeGroups = useCan('write', 'device-groups', 'everywhere')
  const lasting = (text: string) => {
    if (!mayChangeGroups) return t('playOn.defaultForbidden')
    if (devices.length + groups.length === 0) return t('playOn.defaultNowhere')
    if (!canSchedule) return t('playOn.defaultGroups')
    const [first] = devices
    return first ? `${text} ${t('playOn.getsGroup', { count: devices.length, name: first.name })}` : text
  }
  return (
    <Radio.Group
      label={t('playOn.when')}
      value={value}
      onChange={(next) => onChange(PLAY_TIMES.find((one) => one === next) ?? 'now')}
    >
      <Stack gap={8} mt={6}>
        <Radio value="now" label={t('playOn.now')} description={t('playOn.nowText')} />
        <Radio value="at" label={t('playOn.at')} description={t('playOn.atText')} />
        {value === 'at' && (
          <InstantInput
            label={t('playOn.starts')}
            error={from !== undefined && from < clock.now() - MINUTE ? t('playOn.past') : undefined}
            from={clock.now()}
            value={from}
            onChange={onFromChange}
          />
        )}
        <Radio
          value="weekly"
          label={t('playOn.weekly')}
          description={lasting(t('playOn.weeklyText'))}
          disabled={!canSchedule}
        />
        {value === 'weekly' && <WeeklyFields value={props.weekly} onChange={props.onWeeklyChange} />}
        <Radio
          value="default"
          label={t('playOn.default')}
          description={lasting(t('playOn.defaultText'))}
          disabled={!canSchedule}
        />
      </Stack>
    </Radio.Group>
  )
}

interface WeeklyFieldsProps {
  value: WeeklyTimes
  onChange: (value: WeeklyTimes) => void
}

function WeeklyFields({ value, onChange }: WeeklyFieldsProps) {
  const { t } = useTranslation()
  const { from, to, days } = value
  const isSame = minutesOfTime(from) === minutesOfTime(to)
  const errorOf = (time: string) => readTime(time) === undefined && t('playOn.noTime')
  return (
    <div className={styles.weekly}>
      <Group gap={8} grow align="start">
        <TimeInput
          label={t('deviceGroups.from')}
          value={from}
          error={errorOf(from)}
          onChange={(next) => onChange({ ...value, from: next })}
        />
        <TimeInput
          label={t('deviceGroups.to')}
          value={to}
          error={errorOf(to) || (isSame && t('playOn.sameTime'))}
          onChange={(next) => onChange({ ...value, to: next })}
        />
      </Group>
      <WeekdaysPicker
        label={t('deviceGroups.weekdays')}
        days={days}
        onToggle={(day) => onChange({ ...value, days: toggledDay(days, day) })}
      />
      {days.length === 0 && (
        <p role="alert" className={styles.error}>
          {t('playOn.noDay')}
        </p>
      )}
    </div>
  )
}
