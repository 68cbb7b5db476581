import { Button } from '@mantine/core'
import { DevicesIcon } from '@phosphor-icons/react/dist/csr/Devices'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { deviceGroupsQuery } from '#queries/device-groups.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { FailedList } from '#ui/page/failed-list.tsx'
import { Page } from '#ui/page/page.tsx'
import { AloneScreens } from './alone-screens.tsx'
import { Calendar } from './calendar.tsx'

function NoGroups() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={DevicesIcon}
      title={t('deviceGroups.emptyTitle')}
      text={t('deviceGroups.emptyText')}
      action={
        <Button renderRoot={(props) => <Link to="/app/device-group" {...props} />}>
          {t('calendar.toGroups')}
        </Button>
      }
    />
  )
}

/** What all groups play in a week or a month, to look at and to change. */
export function CalendarPage() {
  const { t } = useTranslation()
  const groups = useQuery(deviceGroupsQuery())
  return (
    <Page
      title={t('calendar.title')}
      intro={t('calendar.intro')}
      breadcrumbs={[{ label: t('deviceGroups.title'), to: '/app/device-group' }]}
    >
      {groups.isError && !groups.data ? (
        <FailedList error={groups.error} retry={() => void groups.refetch()} />
      ) : groups.data?.length === 0 ? (
        <NoGroups />
      ) : (
        <Calendar groups={groups.data} />
      )}
      <AloneScreens />
    </Page>
  )
}
