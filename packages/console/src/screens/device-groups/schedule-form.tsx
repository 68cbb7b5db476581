import { useQuery } from '@tanstack/react-query'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { isTimeZone } from '@vitrine/contract/schedule/time-zone'
import { type ComponentProps, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useStoryPreview } from '#content/pages/preview/use-story-preview.tsx'
import { api } from '#lib/api.ts'
import { dateText } from '#lib/text/format.ts'
import { zoneChoices } from '#lib/text/time-zone.ts'
import { useNow } from '#lib/use-now.ts'
import { ImpactCheck } from '#pickers/impact/impact-check.ts'
import { FormImpact } from '#pickers/impact/impact-line.tsx'
import { storyboardChoices, storyPicture } from '#pickers/pages/storyboard-picker.tsx'
import { approving } from '#queries/approving.ts'
import { deviceGroupsKey } from '#queries/device-groups.ts'
import { storyboardsQuery } from '#queries/storyboards.ts'
import { KeptSwitchesPicker } from '#screens/devices/switches/kept-switches-picker.tsx'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useCan } from '#ui/work/use-can.ts'
import { useNavigateAfterSave } from '#ui/work/use-navigate-after-save.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { LayersField } from './layers/layers-field.tsx'
import { PreviewChosen } from './preview-chosen.tsx'
import styles from './schedule.module.css'
import { VersionedSchedule } from './schedule-schema.ts'
import { PlaceField } from './sky/place-field.tsx'
import { SlotList } from './slot-list.tsx'
import { WeekField } from './week-field.tsx'

function useSaving() {
  const { t } = useTranslation()
  return useWrite({
    write: approving(api.deviceGroups.update, ({ body: { schedule } }) => [
      schedule?.defaultStoryboardId,
      ...[...(schedule?.slots ?? []), ...(schedule?.layers ?? [])].map(({ storyboardId }) => storyboardId),
    ]),
    done: ({ deviceGroup }: { deviceGroup: DeviceGroup }) =>
      t('deviceGroups.scheduleSaved', { name: deviceGroup.name }),
    failed: 'errors.updateDeviceGroup',
    invalidates: [deviceGroupsKey],
  })
}

/**
 * Default storyboard, time zone and slots; navigates to the groups after saving, where the countdown to the switch
 * shows.
 */
export function ScheduleForm({ group, onReload }: { group: DeviceGroup; onReload: () => void }) {
  const { t } = useTranslation()
  const continueTo = useNavigateAfterSave()
  const mayWrite = useCan('write', 'device-groups', { deviceGroupId: group.id })
  const storyboards = useQuery(storyboardsQuery())
  const { defaultStoryboardId, slots, layers = [] } = group.schedule
  // Compare with the values the form started from, because the group is refetched periodically.
  const state = useEntityForm(VersionedSchedule, {
    ...group.schedule,
    layers,
    version: group.version,
  })
  const save = useSaving()
  const [keepsSwitches, setKeepsSwitches] = useState(false)
  const story = useStoryPreview()
  const planned = [defaultStoryboardId, ...[...slots, ...layers].map(({ storyboardId }) => storyboardId)]
  const choices = storyboardChoices(t, storyboards.data, group.organizationId, planned)
  // Don't label a storyboard as deleted while it is loading.
  const storyboardOf = (id: string | null) => storyboards.data?.find((storyboard) => storyboard.id === id)
  const nameOf = (id: string | null) => (storyboards.isPending ? '…' : storyboardOf(id)?.name)
  const submit = async ({ version, ...schedule }: VersionedSchedule) => {
    const body = { name: group.name, schedule, version, keepsSwitches }
    await save({ params: { id: group.id }, body })
    await continueTo({ to: '/app/device-group' })
  }
  return (
    <>
      <EntityForm
        state={state}
        onSubmit={submit}
        onReload={onReload}
        submitLabel={t('deviceGroups.save')}
        readOnly={!mayWrite}
      >
        <WeekField {...{ nameOf, storyboardOf }} editable={mayWrite} onPreview={story.preview} />
        <DefaultStoryboard choices={choices} onPreview={story.preview} />
        <div className={styles.zone}>
          <TimeZoneField />
        </div>
        <PlaceField />
        <ImpactCheck.Provider
          value={mayWrite ? () => impactOfSchedule(group, state.form.getValues()) : undefined}
        >
          <SlotList choices={choices} onPreview={story.preview} />
          <LayersField choices={choices} storyboardOf={storyboardOf} editable={mayWrite} />
        </ImpactCheck.Provider>
        <FormImpact ask={mayWrite ? () => impactOfSchedule(group, state.form.getValues()) : undefined} />
        {mayWrite && (
          <KeptSwitchesPicker
            groupIds={[group.id]}
            keeps={{ value: keepsSwitches, onChange: setKeepsSwitches }}
          />
        )}
      </EntityForm>
      {story.dialog}
    </>
  )
}

/** What saving the form as it is would change on screens. */
async function impactOfSchedule(group: DeviceGroup, values: z.input<typeof VersionedSchedule>) {
  const read = VersionedSchedule.safeParse(values)
  if (!read.success) return undefined
  const { version, ...schedule } = read.data
  const body = { name: group.name, schedule, version }
  const params = { id: group.id }
  const { impact } = await api.deviceGroups.update({ params, query: { dryRun: 'true' }, body })
  return impact
}

/** What plays outside every slot. */
function DefaultStoryboard({ choices, onPreview }: ComponentProps<typeof SlotList>) {
  const { t } = useTranslation()
  return (
    <div className={styles.previewed}>
      <SelectField
        name="defaultStoryboardId"
        label={t('deviceGroups.defaultStoryboard')}
        hint={t('deviceGroups.storyboardHint')}
        choices={choices}
        picture={storyPicture}
        searchable
        clearable
      />
      <PreviewChosen name="defaultStoryboardId" choices={choices} onPreview={onPreview} />
    </div>
  )
}

function TimeZoneField() {
  const { t } = useTranslation()
  const now = useNow(30_000)
  const zone = useWatch({ name: 'timezone' }) as string
  const time = dateText(now, 'time', isTimeZone(zone) ? zone : 'UTC')
  const fixed = zone.startsWith('Etc/')
  const hint = `${t('deviceGroups.now', { time })} · ${t(fixed ? 'deviceGroups.timezoneHint' : 'deviceGroups.zoneFollows')}`
  return (
    <SelectField
      name="timezone"
      label={t('deviceGroups.timezone')}
      hint={hint}
      choices={zoneChoices(zone)}
      required
    />
  )
}
