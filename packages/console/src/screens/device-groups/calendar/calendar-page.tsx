import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { deviceGroupsQuery } from '#queries/device-groups.ts'
import { Page } from '#ui/page/page.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { Calendar } from './calendar.tsx'

/** What all groups play in a week or a month, to look at and to change. */
export function CalendarPage() {
  const { t } = useTranslation()
  return (
    <Page
      title={t('calendar.title')}
      intro={t('calendar.intro')}
      breadcrumbs={[{ label: t('deviceGroups.title'), to: '/app/device-group' }]}
    >
      <RecordView query={useQuery(deviceGroupsQuery())}>
        {(groups) => <Calendar groups={groups} />}
      </RecordView>
    </Page>
  )
}
