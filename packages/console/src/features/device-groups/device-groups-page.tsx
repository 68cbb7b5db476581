import { ActionIcon } from '@mantine/core'
import { CalendarDotsIcon } from '@phosphor-icons/react/dist/csr/CalendarDots'
import { DevicesIcon } from '@phosphor-icons/react/dist/csr/Devices'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { whatPlays } from '@vitrine/contract/schedule/schedule'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStoryPreview } from '#features/pages/preview/use-story-preview.tsx'
import { storyboardsQuery } from '#features/storyboards/queries.ts'
import { takeoversQuery } from '#features/takeovers/queries.ts'
import { api } from '#lib/api.ts'
import { listText } from '#lib/text/format.ts'
import { useNow } from '#lib/use-now.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { type Column, DataTable } from '#ui/list/data-table.tsx'
import { Page } from '#ui/page/page.tsx'
import { PlayButton } from '#ui/screen/play-button.tsx'
import { PreviewButton } from '#ui/screen/preview-button.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { DayStrip } from './day-strip.tsx'
import { DeliveryText } from './delivery-state.tsx'
import { DeviceGroupForm } from './device-group-form.tsx'
import { deviceGroupsKey, deviceGroupsSource } from './queries.ts'

/** The groups, each with its day. */
export function DeviceGroupsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayWrite = useCan('write', 'device-groups')
  const storyboards = useQuery(storyboardsQuery())
  const [creating, setCreating] = useState(false)
  const [editing, setEditing] = useState<DeviceGroup>()
  const deletion = useDeletion<DeviceGroup>({
    remove: ({ id, organizationId }) =>
      api.deviceGroups.remove({ params: { id }, query: { organizationId }, body: { organizationId } }),
    name: ({ name }) => name,
    failed: 'errors.deleteDeviceGroup',
    warning: useTakeoverWarning(),
    invalidates: [deviceGroupsKey, ['devices']],
  })
  const story = useStoryPreview()
  const nameOf = (id: string | null) => storyboards.data?.find((storyboard) => storyboard.id === id)?.name
  const toSchedule = ({ id }: DeviceGroup) =>
    void navigate({ to: '/app/device-group/storyboard/$id', params: { id } })
  const columns: Column<DeviceGroup>[] = [
    { key: 'name', header: t('deviceGroups.name'), value: ({ name }) => name },
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
      render: ({ schedule }) => <DayStrip schedule={schedule} nameOf={nameOf} compact />,
    },
  ]
  return (
    <Page title={t('deviceGroups.title')} intro={t('deviceGroups.intro')}>
      <DataTable
        label={t('deviceGroups.title')}
        source={deviceGroupsSource}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        onEdit={mayWrite ? setEditing : undefined}
        onDelete={mayWrite ? deletion.ask : undefined}
        create={mayWrite ? { label: t('deviceGroups.add'), onClick: () => setCreating(true) } : undefined}
        empty={{ icon: DevicesIcon, title: t('deviceGroups.emptyTitle'), text: t('deviceGroups.emptyText') }}
        rowActions={(group) => (
          <>
            <PlayButton name={group.name} request={{ groupIds: [group.id] }} />
            <PreviewOfNow group={group} nameOf={nameOf} onPreview={story.preview} />
            <ActionIcon
              aria-label={t('deviceGroups.scheduleOf', { name: group.name })}
              title={t('deviceGroups.schedule')}
              onClick={() => toSchedule(group)}
            >
              <CalendarDotsIcon size={18} aria-hidden="true" />
            </ActionIcon>
          </>
        )}
      />
      <FormDialog opened={creating} onClose={() => setCreating(false)} title={t('deviceGroups.add')}>
        <DeviceGroupForm onSaved={() => setCreating(false)} />
      </FormDialog>
      <FormDialog
        opened={editing !== undefined}
        onClose={() => setEditing(undefined)}
        title={t('deviceGroups.edit')}
      >
        {editing && <DeviceGroupForm group={editing} onSaved={() => setEditing(undefined)} />}
      </FormDialog>
      {story.dialog}
      {deletion.dialog}
    </Page>
  )
}

/** A takeover that targets a group ends on its screens when the group is deleted: they belong to no target anymore. */
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
  nameOf: (storyboardId: string | null) => string | undefined
  onPreview: (storyboardId: string) => void
}

/** What the group's times have on now; nothing where that is nothing. Each of the times has its own on their screen. */
function PreviewOfNow({ group, nameOf, onPreview }: PreviewOfNowProps) {
  const now = useNow(MINUTE)
  const current = { ...group.schedule, activeFrom: 0 }
  const { storyboardId } = whatPlays({ current, next: null, override: null }, now)
  const name = nameOf(storyboardId)
  if (storyboardId === null || name === undefined) return null
  return <PreviewButton name={name} onClick={() => onPreview(storyboardId)} />
}
