import { ActionIcon, Button } from '@mantine/core'
import { CalendarDotsIcon } from '@phosphor-icons/react/dist/csr/CalendarDots'
import { DevicesIcon } from '@phosphor-icons/react/dist/csr/Devices'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { whatPlays } from '@vitrine/contract/schedule/schedule'
import { useTranslation } from 'react-i18next'
import { useStoryPreview } from '#content/pages/preview/use-story-preview.tsx'
import { api } from '#lib/api.ts'
import { listText } from '#lib/text/format.ts'
import { trashKey, undoDeletion } from '#lib/trash.ts'
import { useNow } from '#lib/use-now.ts'
import { DayStrip } from '#pictures/schedules/day-strip.tsx'
import { GroupPicture } from '#pictures/screens/group-picture.tsx'
import { deletionEffects } from '#queries/deletion-effects.ts'
import { deviceGroupsKey, deviceGroupsSource } from '#queries/device-groups.ts'
import { spansIn, storyboardsQuery } from '#queries/storyboards.ts'
import { takeoversQuery } from '#queries/takeovers.ts'
import { overrideOf, SwitchNote, useManualSwitches } from '#screens/devices/switches/manual-switches.tsx'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { useEntryForms } from '#ui/dialog/use-entry-forms.tsx'
import { type Column, DataTable } from '#ui/list/data-table.tsx'
import { Page } from '#ui/page/page.tsx'
import { PlayButton } from '#ui/screen/play-button.tsx'
import { PreviewButton } from '#ui/screen/preview-button.tsx'
import { Pictured } from '#ui/screen/small-picture.tsx'
import { useCan, useReach } from '#ui/work/use-can.ts'
import { DeliveryText } from './delivery-state.tsx'
import { DeviceGroupForm } from './device-group-form.tsx'

/** All groups, each with today's schedule. */
export function DeviceGroupsPage() {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'device-groups')
  const isReached = useReach('device-groups')
  const storyboards = useQuery(storyboardsQuery())
  const forms = useEntryForms<DeviceGroup>({
    add: { title: t('deviceGroups.add'), wide: true, form: (close) => <DeviceGroupForm onSaved={close} /> },
    edit: {
      title: t('deviceGroups.edit'),
      wide: true,
      form: (group, close) => <DeviceGroupForm group={group} onSaved={close} />,
    },
  })
  const deletion = useDeletion<DeviceGroup>({
    remove: ({ id, organizationId }) =>
      api.deviceGroups.remove({ params: { id }, query: { organizationId }, body: { organizationId } }),
    name: ({ name }) => name,
    failed: 'errors.deleteDeviceGroup',
    find: deletionEffects.group,
    warning: useTakeoverWarning(),
    invalidates: [deviceGroupsKey, ['devices'], trashKey],
    undo: undoDeletion,
  })
  const story = useStoryPreview()
  const nameOf = (id: string | null) => storyboards.data?.find((storyboard) => storyboard.id === id)?.name
  const columns = useColumns(nameOf)
  return (
    <Page
      title={t('deviceGroups.title')}
      intro={t('deviceGroups.intro')}
      trash="device-group"
      actions={<CalendarLink />}
    >
      <DataTable
        label={t('deviceGroups.title')}
        source={deviceGroupsSource}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        onEdit={mayWrite ? forms.edit : undefined}
        onDelete={mayWrite ? deletion.ask : undefined}
        mayEdit={(group) => isReached({ deviceGroupId: group.id })}
        create={mayWrite && isReached('everywhere') ? forms.create : undefined}
        empty={{ icon: DevicesIcon, title: t('deviceGroups.emptyTitle'), text: t('deviceGroups.emptyText') }}
        rowActions={(group) => (
          <>
            {isReached({ deviceGroupId: group.id }) && (
              <PlayButton name={group.name} request={{ groupIds: [group.id] }} />
            )}
            <PreviewOfNow group={group} nameOf={nameOf} onPreview={story.preview} />
            <ScheduleButton {...group} />
          </>
        )}
      />
      {forms.dialogs}
      {story.dialog}
      {deletion.dialog}
    </Page>
  )
}

function ScheduleButton({ id, name }: Pick<DeviceGroup, 'id' | 'name'>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <ActionIcon
      aria-label={t('deviceGroups.scheduleOf', { name })}
      title={t('deviceGroups.schedule')}
      onClick={() => void navigate({ to: '/app/device-group/storyboard/$id', params: { id } })}
    >
      <CalendarDotsIcon size={18} aria-hidden="true" />
    </ActionIcon>
  )
}

function CalendarLink() {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      leftSection={<CalendarDotsIcon size={16} aria-hidden="true" />}
      renderRoot={(props) => <Link to="/app/device-group/calendar" {...props} />}
    >
      {t('palette.calendar')}
    </Button>
  )
}

function useColumns(nameOf: StoryboardNames): Column<DeviceGroup>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      header: t('deviceGroups.name'),
      value: ({ name }) => name,
      render: (group) => <Pictured picture={<GroupPicture group={group} />}>{group.name}</Pictured>,
    },
    {
      key: 'screens',
      header: t('deviceGroups.online'),
      value: ({ delivery }) => delivery.online,
      render: ({ delivery }) => <bdi dir="ltr">{`${delivery.online}/${delivery.screens}`}</bdi>,
      align: 'end',
    },
    {
      key: 'delivery',
      header: t('deviceGroups.delivery'),
      render: ({ delivery }) => <DeliveryText delivery={delivery} />,
    },
    {
      key: 'storyboard',
      header: t('deviceGroups.defaultStoryboard'),
      value: ({ storyboardId }) => nameOf(storyboardId),
    },
    {
      key: 'day',
      header: t('deviceGroups.strip'),
      render: ({ id, schedule }) => (
        <>
          <DayStrip schedule={schedule} nameOf={nameOf} compact />
          <SwitchNote groupId={id} />
        </>
      ),
    },
  ]
}

type StoryboardNames = (storyboardId: string | null) => string | undefined

/** Deleting a group removes its screens from takeovers that target it, so the takeover ends on them. */
function useTakeoverWarning(): (group: DeviceGroup) => string | undefined {
  const { t } = useTranslation()
  const { data = [] } = useQuery({ ...takeoversQuery(), enabled: useCan('read', 'takeovers') })
  return ({ id, delivery }) => {
    const targeting = data.filter(
      ({ isActive, targets }) => isActive && targets.kind === 'groups' && targets.ids.includes(id),
    )
    if (targeting.length === 0 || delivery.screens === 0) return undefined
    return t('deviceGroups.endsTakeover', { title: listText(targeting.map(({ title }) => title)) })
  }
}

const MINUTE = 60_000

interface PreviewOfNowProps {
  group: DeviceGroup
  nameOf: StoryboardNames
  onPreview: (storyboardId: string) => void
}

/**
 * Previews what the group plays now: its schedule, or the storyboard all of its screens were switched to. Renders
 * nothing if there is none.
 */
function PreviewOfNow({ group, nameOf, onPreview }: PreviewOfNowProps) {
  const now = useNow(MINUTE)
  const storyboards = useQuery(storyboardsQuery())
  const switches = useManualSwitches().filter(({ deviceGroupId }) => deviceGroupId === group.id)
  const [manual = null] = switches
  const isOfAll = switches.length === group.devices.length
  const isSame = switches.every((other) => other.storyboardId === manual?.storyboardId)
  const override = isOfAll && isSame ? overrideOf(manual) : null
  const current = { ...group.schedule, activeFrom: 0 }
  const { storyboardId } = whatPlays({ current, next: null, override }, now, spansIn(storyboards.data))
  const name = nameOf(storyboardId)
  if (storyboardId === null || name === undefined) return null
  return <PreviewButton name={name} onClick={() => onPreview(storyboardId)} />
}
