import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { DeviceGroup } from '@vitrine/contract/device-groups'
import { useTranslation } from 'react-i18next'
import { storyboardsQuery } from '#features/storyboards/queries.ts'
import { Page, Section } from '#ui/page.tsx'
import { RecordView } from '#ui/record-view.tsx'
import { DayStrip } from './day-strip.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { deviceGroupQuery } from './queries.ts'
import styles from './schedule.module.css'
import { ScheduleForm } from './schedule-form.tsx'

/** When a group plays what, and how far the last change has got. */
export function GroupSchedulePage() {
  const { id } = useParams({ from: '/app/device-group/storyboard/$id' })
  return (
    <RecordView query={useQuery(deviceGroupQuery(id))}>
      {(group) => <GroupSchedule key={group.id} group={group} />}
    </RecordView>
  )
}

function GroupSchedule({ group }: { group: DeviceGroup }) {
  const { t } = useTranslation()
  const storyboards = useQuery(storyboardsQuery())
  const nameOf = (id: string | null) => storyboards.data?.find((storyboard) => storyboard.id === id)?.name
  return (
    <Page
      title={t('deviceGroups.scheduleOf', { name: group.name })}
      intro={t('deviceGroups.timesHint')}
      breadcrumbs={[{ label: t('deviceGroups.title'), to: '/app/device-group' }]}
    >
      <DeliveryState delivery={group.delivery} />
      <div className={styles.columns}>
        <ScheduleForm group={group} />
        <Section title={t('deviceGroups.strip')}>
          <DayStrip schedule={group.schedule} nameOf={nameOf} />
        </Section>
      </div>
    </Page>
  )
}
