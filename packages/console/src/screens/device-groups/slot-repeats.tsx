import { Button, Checkbox, Group } from '@mantine/core'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import type { Slot } from '@vitrine/contract/api/playback/manifest'
import { minutesOfTime } from '@vitrine/contract/rules'
import type { ScreenRule } from '@vitrine/contract/schedule/screen-rule'
import { useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { workdays } from '#lib/text/format.ts'
import { RuleButton } from '#pickers/rules/rule-button.tsx'
import { useRuleError } from '#pickers/rules/use-rule-error.ts'
import { ALL_DAYS, toggledDay, WeekdaysPicker } from '#pickers/weekdays-picker.tsx'
import { repeatsText } from '#pictures/schedules/slot-text.ts'
import { useFieldError } from '#ui/form/field-error.ts'
import { DateField } from '#ui/form/fields/date-field.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { useField } from '#ui/form/form-context.ts'
import styles from './schedule.module.css'
import { RAMADAN, SlotHijri } from './sky/slot-hijri.tsx'
import { SlotSky } from './sky/slot-sky.tsx'
import { SlotExceptions } from './slot-exceptions.tsx'

type SlotForm = Omit<Slot, 'storyboardId'>

/** A slot's recurrence: weekdays, an end on the next day, dates, and whether it is a holiday or an event. Those of layers have no screens. */
export function SlotRepeats({ index, list = 'slots' }: { index: number; list?: string }) {
  const { t } = useTranslation()
  const name = `${list}.${index}`
  const slot = useWatch({ name }) as SlotForm | undefined
  const { setValue } = useFormContext()
  const [isOpen, setOpen] = useState(false)
  const [isExcepting, setExcepting] = useState(false)
  const [isSunny, setSunny] = useState(false)
  if (!slot) return null
  const set = (change: Partial<SlotForm>) => {
    for (const [key, value] of Object.entries(change))
      setValue(`${name}.${key}`, value, { shouldDirty: true, shouldValidate: true })
  }
  const hasSky = isSunny || slot.fromSky !== undefined || slot.toSky !== undefined
  const isDated = isOpen || [slot.startDate, slot.endDate, slot.event].some((value) => value !== undefined)
  return (
    <div className={styles.repeats}>
      <Group gap="xs" align="center">
        <Weekdays name={`${name}.days`} />
        {(crossesMidnight(slot) || slot.overnight) && (
          <Checkbox
            label={t('deviceGroups.overnight')}
            checked={slot.overnight === true}
            onChange={({ currentTarget }) => set({ overnight: currentTarget.checked || undefined })}
          />
        )}
        {list === 'slots' && <SlotScreens index={index} rule={slot.screens} />}
        {!hasSky && <Add text={t('deviceGroups.sky.add')} onAdd={() => setSunny(true)} />}
        {!isDated && <Add text={t('deviceGroups.addDates')} onAdd={() => setOpen(true)} />}
        {!slot.hijri && <Add text={t('deviceGroups.sky.addHijri')} onAdd={() => set({ hijri: RAMADAN })} />}
        {!isExcepting && !slot.except && (
          <Add text={t('deviceGroups.addExcept')} onAdd={() => setExcepting(true)} />
        )}
      </Group>
      {hasSky && <SlotSky slot={slot} set={set} onClose={() => setSunny(false)} />}
      {slot.hijri && <SlotHijri days={slot.hijri} onChange={(hijri) => set({ hijri })} />}
      {isDated && <Dates name={name} slot={slot} set={set} onClose={() => setOpen(false)} />}
      {(isExcepting || slot.except) && <SlotExceptions name={`${name}.except`} />}
      <p className={styles.summary}>{repeatsText(t, slot)}</p>
    </div>
  )
}

/** Opens another part of the slot's form. */
function Add({ text, onAdd }: { text: string; onAdd: () => void }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<PlusIcon size={16} aria-hidden="true" />}
      onClick={onAdd}
    >
      {text}
    </Button>
  )
}

/** The screens of the group on which the slot plays. */
function SlotScreens({ index, rule }: { index: number; rule: ScreenRule | undefined }) {
  const { t } = useTranslation()
  const { setValue } = useFormContext()
  const path = `slots.${index}.screens`
  return (
    <RuleButton
      name={`${t('deviceGroups.time')} ${index + 1}`}
      index={index}
      rule={rule}
      error={useRuleError(path)}
      onChange={(next) => setValue(path, next, { shouldDirty: true, shouldValidate: true })}
    />
  )
}

interface DatesProps {
  name: string
  slot: SlotForm
  set: (change: Partial<SlotForm>) => void
  onClose: () => void
}

function Dates({ name, slot, set, onClose }: DatesProps) {
  const { t } = useTranslation()
  const isEvent = slot.event !== undefined
  return (
    <div className={styles.dates}>
      <DateField name={`${name}.startDate`} label={t('deviceGroups.firstDay')} required={isEvent} optional />
      <DateField name={`${name}.endDate`} label={t('deviceGroups.lastDay')} required={isEvent} optional />
      {isEvent && <TextField name={`${name}.event`} label={t('deviceGroups.eventName')} required />}
      <Checkbox
        label={t('deviceGroups.event')}
        description={t('deviceGroups.eventText')}
        checked={isEvent}
        onChange={({ currentTarget }) => set({ event: currentTarget.checked ? '' : undefined })}
      />
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<TrashIcon size={16} aria-hidden="true" />}
        onClick={() => {
          set({ startDate: undefined, endDate: undefined, event: undefined })
          onClose()
        }}
      >
        {t('deviceGroups.removeDates')}
      </Button>
    </div>
  )
}

/** The weekdays on which a slot starts; every day if it has none. */
function Weekdays({ name }: { name: string }) {
  const { t } = useTranslation()
  const label = t('deviceGroups.weekdays')
  const id = useField(name, label)
  const error = useFieldError(name, label)
  const { field } = useController({ name })
  const days: readonly number[] = field.value ?? ALL_DAYS
  const toggle = (day: number) => {
    const next = toggledDay(days, day)
    field.onChange(next.length === ALL_DAYS.length ? undefined : next)
    field.onBlur()
  }
  const work = workdays()
  return (
    <div>
      <WeekdaysPicker id={id} label={label} days={days} onToggle={toggle} />
      <Button
        variant="subtle"
        size="compact-sm"
        disabled={`${days}` === `${work}`}
        onClick={() => {
          field.onChange(work)
          field.onBlur()
        }}
      >
        {t('deviceGroups.workdays')}
      </Button>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** As an end time, `12:00 AM` means the end of the same day. */
const crossesMidnight = ({ from, to }: SlotForm): boolean =>
  minutesOfTime(to) !== 0 && minutesOfTime(to) <= minutesOfTime(from)
