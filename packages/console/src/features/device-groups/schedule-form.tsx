import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type DeviceGroup, type Schedule, ScheduleInput } from '@vitrine/contract/device-groups'
import { GMT_ZONES, isTimeZone, localTime } from '@vitrine/contract/schedule'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { storyboardsQuery } from '#features/storyboards/queries.ts'
import { storyboardChoices } from '#features/storyboards/storyboard-picker.ts'
import { api } from '#lib/api.ts'
import { useNow } from '#lib/use-now.ts'
import { SelectField } from '#ui/form/choice-fields.tsx'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useCan } from '#ui/use-can.ts'
import { useWrite } from '#ui/use-write.ts'
import { DayStrip } from './day-strip.tsx'
import { deviceGroupsKey } from './queries.ts'
import { SlotList } from './slot-list.tsx'
import { WhatPlaysAt } from './what-plays-at.tsx'

/** Default storyboard, time zone and times; leaves to the groups, which say when the screens switch. */
export function ScheduleForm({ group }: { group: DeviceGroup }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayWrite = useCan('write', 'device-groups')
  const storyboards = useQuery(storyboardsQuery())
  const { timezone, defaultStoryboardId, slots } = group.schedule
  const state = useEntityForm(ScheduleInput, { timezone, defaultStoryboardId, slots })
  const save = useWrite({
    write: api.deviceGroups.update,
    failed: 'errors.updateDeviceGroup',
    invalidates: [deviceGroupsKey],
  })
  const choices = storyboardChoices(t, storyboards.data, group.organizationId)
  const submit = async (schedule: ScheduleInput) => {
    const body = { name: group.name, schedule, version: group.version }
    await save({ params: { id: group.id }, body })
    await navigate({ to: '/app/device-group' })
  }
  return (
    <EntityForm
      state={state}
      onSubmit={(schedule) => (mayWrite ? submit(schedule) : Promise.resolve())}
      submitLabel={t('deviceGroups.save')}
    >
      <Day nameOf={(id) => storyboards.data?.find((storyboard) => storyboard.id === id)?.name} />
      <SelectField
        name="defaultStoryboardId"
        label={t('deviceGroups.defaultStoryboard')}
        hint={t('deviceGroups.storyboardHint')}
        choices={choices}
        searchable
        clearable
      />
      <TimeZoneField />
      <SlotList choices={choices} />
    </EntityForm>
  )
}

/** The day as the form has it, before it is saved. */
function Day({ nameOf }: { nameOf: (storyboardId: string | null) => string | undefined }) {
  const schedule = useWatch() as Schedule
  if (!isTimeZone(schedule.timezone)) return null
  return (
    <>
      <DayStrip schedule={schedule} nameOf={nameOf} />
      <WhatPlaysAt schedule={schedule} nameOf={nameOf} />
    </>
  )
}

function TimeZoneField() {
  const { t } = useTranslation()
  const now = useNow(30_000)
  const zone = useWatch({ name: 'timezone' }) as string
  const choices = GMT_ZONES.some(({ value }) => value === zone)
    ? GMT_ZONES
    : [...GMT_ZONES, { value: zone, label: zone }]
  const { minutes } = isTimeZone(zone) ? localTime(zone, now) : { minutes: 0 }
  const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  const hint = `${t('deviceGroups.now', { time })} · ${t('deviceGroups.timezoneHint')}`
  return (
    <SelectField name="timezone" label={t('deviceGroups.timezone')} hint={hint} choices={choices} required />
  )
}
