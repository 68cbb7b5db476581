import { Radio, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { SWITCH_DAYS_MAX, type SwitchEnd } from '@vitrine/contract/api/screens/manual-switches'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { clock } from '#lib/clock.ts'
import { changeText } from '#lib/text/change-text.ts'
import { useNow } from '#lib/use-now.ts'
import { deviceGroupsQuery } from '#queries/device-groups.ts'
import { useFieldError } from '#ui/form/field-error.ts'
import { useField } from '#ui/form/form-context.ts'
import { useCan } from '#ui/work/use-can.ts'
import { nextChange } from './next-change.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `time` comes last because its input follows it. */
const ENDS = ['next-slot', 'manual', 'time'] as const satisfies readonly SwitchEnd[]

/** When a manual switch ends. `until` in milliseconds since 1970, for `time` only. */
export interface SwitchEnding {
  end: SwitchEnd
  until?: number | undefined
}

interface SwitchEndPickerProps {
  value: SwitchEnding
  onChange: (value: SwitchEnding) => void
  /** The start, if it is later than now. */
  from?: number | undefined
  /** The switched screens. */
  screens: readonly Device[]
  /** The id of the time input. */
  id?: string
  error?: string | undefined
}

/** Chooses when a manual switch ends. */
export function SwitchEndPicker({
  value: { end, until },
  onChange,
  from,
  screens,
  id,
  error,
}: SwitchEndPickerProps) {
  const { t } = useTranslation()
  const nextText = useNextText(screens, from)
  const start = from ?? clock.now()
  const change = (chosen: SwitchEnd) =>
    onChange(chosen === 'time' ? { end: chosen, until: until ?? nextHour(start) } : { end: chosen })
  return (
    <Radio.Group
      label={t('switches.end')}
      value={end}
      onChange={(next) => change(ENDS.find((one) => one === next) ?? 'next-slot')}
    >
      <Stack gap={8} mt={6}>
        {ENDS.map((one) => (
          <Radio
            key={one}
            value={one}
            label={t(`switches.ends.${one}`)}
            description={one === 'next-slot' && nextText}
          />
        ))}
        {end === 'time' && (
          <InstantInput
            id={id}
            label={t('switches.time')}
            error={error ?? (until !== undefined && until <= start ? t('switches.endsBefore') : undefined)}
            from={start}
            value={until}
            onChange={(next) => onChange({ end, until: next })}
          />
        )}
      </Stack>
    </Radio.Group>
  )
}

/** When the next change in the schedule of these screens is. */
function useNextText(screens: readonly Device[], from: number | undefined): string | undefined {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const groups = useQuery({ ...deviceGroupsQuery(), enabled: useCan('read', 'device-groups') })
  if (screens.length === 0 || !groups.data) return undefined
  const { first, last, isOpen } = nextChange(screens, groups.data, from ?? now)
  if (first === null || last === null) return t('switches.next.none')
  const [firstText, lastText] = [changeText(first, now), changeText(last, now)]
  if (isOpen) return t('switches.next.some', { first: firstText })
  return first === last
    ? t('switches.next.at', { first: firstText })
    : t('switches.next.between', { first: firstText, last: lastText })
}

/** The picker for forms with `end` and `until`. */
export function SwitchEndField({ device }: { device: Device }) {
  const { t } = useTranslation()
  const label = t('switches.time')
  const id = useField('until', label)
  const error = useFieldError('until', label)
  const { field: end } = useController({ name: 'end' })
  const { field: until } = useController({ name: 'until' })
  return (
    <SwitchEndPicker
      id={id}
      error={error}
      screens={[device]}
      value={{ end: end.value ?? 'next-slot', until: until.value }}
      onChange={(next) => {
        end.onChange(next.end)
        until.onChange(next.until)
      }}
    />
  )
}

interface InstantInputProps {
  label: string
  /** Milliseconds since 1970; `undefined` if empty. */
  value: number | undefined
  onChange: (value: number | undefined) => void
  /** The earliest valid instant. */
  from: number
  id?: string | undefined
  error?: string | undefined
}

/** A date and time in the browser's time zone. */
export function InstantInput({ label, value, onChange, from, id, error }: InstantInputProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      id={id}
      type="datetime-local"
      // Indented below its radio button's label.
      ms={32}
      label={label}
      description={t('switches.timeHint')}
      error={error}
      min={localText(from)}
      max={localText(clock.now() + SWITCH_DAYS_MAX * DAY)}
      value={value === undefined ? '' : localText(value)}
      onChange={({ currentTarget }) => onChange(readLocal(currentTarget.value))}
    />
  )
}

export const nextHour = (now: number) => Math.ceil((now + 30 * MINUTE) / HOUR) * HOUR

/** Formats an instant for `datetime-local`, in the browser's time zone. */
const localText = (at: number) =>
  new Date(at - new Date(at).getTimezoneOffset() * MINUTE).toISOString().slice(0, 16)

/** Returns `undefined` for an empty input. */
const readLocal = (text: string) => {
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : at
}
