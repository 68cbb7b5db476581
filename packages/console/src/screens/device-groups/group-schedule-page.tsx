import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { useTranslation } from 'react-i18next'
import { ComingButton } from '#pickers/coming/coming-button.tsx'
import { deviceGroupQuery, groupFitQuery } from '#queries/device-groups.ts'
import { ManualSwitches } from '#screens/devices/switches/manual-switches.tsx'
import { SavedVersions } from '#ui/dialog/saved-versions.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { Page } from '#ui/page/page.tsx'
import { PageZone } from '#ui/page/page-zone.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { CopySchedule } from './copy-schedule.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { FillingState } from './filling/filling-state.tsx'
import { GroupRuleButton } from './filling/group-rule-button.tsx'
import { InStepState } from './in-step-state.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { VideoWallButton } from './video-wall/video-wall-button.tsx'

const Misfits = lazyPart(async () => (await import('#pickers/impact/misfits.tsx')).Misfits)
const TagsEditor = lazyPart(async () => (await import('#pickers/tags/tags-editor.tsx')).TagsEditor)

/** A group's schedule, and the delivery of its last change. */
export function GroupSchedulePage() {
  const { id } = useParams({ from: '/app/device-group/storyboard/$id' })
  return (
    <RecordView query={useQuery(deviceGroupQuery(id))}>
      {(group, reload) => <GroupSchedule key={group.id} group={group} onReload={reload} />}
    </RecordView>
  )
}

function GroupSchedule({ group, onReload }: { group: DeviceGroup; onReload: () => void }) {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'device-groups', { deviceGroupId: group.id })
  const { data: misfits } = useQuery(groupFitQuery(group.id))
  return (
    <Page
      title={t('deviceGroups.scheduleOf', { name: group.name })}
      intro={t('deviceGroups.timesHint')}
      actions={
        <>
          <ComingButton groupId={group.id} />
          <SavedVersions kind="device-group" id={group.id} mayRestore={mayWrite} onRestored={onReload} />
          {mayWrite && <GroupRuleButton group={group} />}
          {mayWrite && <VideoWallButton group={group} />}
          {mayWrite && <CopySchedule group={group} />}
        </>
      }
      history={group.id}
      breadcrumbs={[{ label: t('deviceGroups.title'), to: '/app/device-group' }]}
    >
      <PageZone zone={group.schedule.timezone}>
        <DeliveryState delivery={group.delivery} />
        {group.devices.length > 1 && <InStepState groupId={group.id} />}
        <ManualSwitches of={({ deviceGroupId }) => deviceGroupId === group.id} />
        <Waiting>
          <TagsEditor
            of="deviceGroups"
            item={group}
            mayChange={mayWrite}
            label={t('screenRules.inherited')}
          />
        </Waiting>
        {misfits && misfits.length > 0 && (
          <Waiting quiet>
            <Misfits misfits={misfits} />
          </Waiting>
        )}
        <FillingState group={group} />
        <ScheduleForm group={group} onReload={onReload} />
      </PageZone>
    </Page>
  )
}
