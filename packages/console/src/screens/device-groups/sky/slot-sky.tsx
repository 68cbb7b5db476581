import { Button, Select } from '@mantine/core'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import type { Slot } from '@vitrine/contract/api/playback/manifest'
import { minutesOfTime } from '@vitrine/contract/rules'
import { daysWithoutTime } from '@vitrine/contract/schedule/overlaps'
import { SKY_EVENTS, type SkyEvent } from '@vitrine/contract/schedule/prayer-times'
import { clockTimeOf, SKY_MINUTES_MAX, type SkyPlace, type SkyTime } from '@vitrine/contract/schedule/sky'
import { dayOf } from '@vitrine/contract/schedule/slots'
import { DAY } from '@vitrine/contract/schedule/time-zone'
import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { dateText, numberText } from '#lib/text/format.ts'
import styles from '#screens/device-groups/schedule.module.css'
import { NumberInput } from '#ui/form/fields/number-input.tsx'
import { useToday } from './use-today.ts'

type SlotForm = Omit<Slot, 'storyboardId'>
const CLOCK = 'clock'

interface SlotSkyProps {
  slot: SlotForm
  set: (change: Partial<SlotForm>) => void
  onClose: () => void
}

/** Lets a slot begin or end with the sun or a prayer, some minutes before or after it. */
export function SlotSky({ slot, set, onClose }: SlotSkyProps) {
  const { t } = useTranslation()
  const sky = useWatch({ name: 'sky' }) as SkyPlace | undefined
  const { date, timezone } = useToday()
  if (!sky) return <p className={styles.summary}>{t('deviceGroups.sky.noPlace')}</p>
  const follow = (edge: 'from' | 'to', time: SkyTime | undefined) => {
    const next = { ...slot, [`${edge}Sky`]: time }
    // For players that don't follow the sun yet.
    if (time) next[edge] = clockTimeOf(sky, timezone, dayOf(date), time)
    const crosses = minutesOfTime(next.to) !== 0 && minutesOfTime(next.to) <= minutesOfTime(next.from)
    set({
      [`${edge}Sky`]: next[`${edge}Sky`],
      [edge]: next[edge],
      overnight: crosses || undefined,
    })
  }
  return (
    <>
      <div className={styles.dates}>
        <Edge edge="from" time={slot.fromSky} onChange={(time) => follow('from', time)} />
        <Edge edge="to" time={slot.toSky} onChange={(time) => follow('to', time)} />
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<TrashIcon size={16} aria-hidden="true" />}
          onClick={() => {
            set({ fromSky: undefined, toSky: undefined })
            onClose()
          }}
        >
          {t('deviceGroups.sky.remove')}
        </Button>
      </div>
      <DaysWithout slot={slot} sky={sky} timezone={timezone} />
    </>
  )
}

interface EdgeProps {
  edge: 'from' | 'to'
  time: SkyTime | undefined
  onChange: (time: SkyTime | undefined) => void
}

function Edge({ edge, time, onChange }: EdgeProps) {
  const { t } = useTranslation()
  const label = t(`deviceGroups.sky.${edge}`)
  return (
    <div className={styles.edge}>
      <Select
        label={label}
        allowDeselect={false}
        data={[
          { value: CLOCK, label: t('deviceGroups.sky.clock') },
          ...SKY_EVENTS.map((event) => ({ value: event, label: t(`deviceGroups.sky.events.${event}`) })),
        ]}
        value={time?.event ?? CLOCK}
        onChange={(event) =>
          onChange(event === null || event === CLOCK ? undefined : { ...time, event: event as SkyEvent })
        }
      />
      {time && (
        <Minutes
          label={label}
          minutes={time.minutes ?? 0}
          onChange={(minutes) => onChange({ event: time.event, ...(minutes !== 0 && { minutes }) })}
        />
      )}
    </div>
  )
}

interface MinutesProps {
  label: string
  minutes: number
  onChange: (minutes: number) => void
}

/** Minutes after an event, or before it if negative. */
function Minutes({ label, minutes, onChange }: MinutesProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<number | string>(minutes)
  return (
    <NumberInput
      label={t('deviceGroups.sky.minutes')}
      aria-label={`${label}: ${t('deviceGroups.sky.minutes')}`}
      dir="ltr"
      min={-SKY_MINUTES_MAX}
      max={SKY_MINUTES_MAX}
      value={typed}
      onChange={(next) => {
        setTyped(next)
        const read = Math.round(Number(next)) || 0
        onChange(Math.min(Math.max(read, -SKY_MINUTES_MAX), SKY_MINUTES_MAX))
      }}
      onBlur={() => setTyped(minutes)}
    />
  )
}

/** Days of the year on which the sun leaves a slot no time. */
function DaysWithout({ slot, sky, timezone }: { slot: SlotForm; sky: SkyPlace; timezone: string }) {
  const { t } = useTranslation()
  const { from, to, fromSky, toSky, overnight } = slot
  const text = JSON.stringify([from, to, fromSky, toSky, overnight, sky, timezone])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` is all of them
  const days = useMemo(() => (fromSky || toSky ? daysWithoutTime(slot, { sky, timezone }) : []), [text])
  const [first] = days
  if (first === undefined) return null
  const date = dateText(first * DAY, 'monthDay', 'UTC')
  return (
    <p className={styles.warned} role="status">
      {days.length >= 365
        ? t('deviceGroups.sky.never')
        : t('deviceGroups.sky.without', { days: numberText(days.length), date })}
    </p>
  )
}
