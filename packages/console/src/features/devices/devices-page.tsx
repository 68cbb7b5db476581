import { ActionIcon, Button, SegmentedControl, Select } from '@mantine/core'
import { MonitorPlayIcon } from '@phosphor-icons/react/dist/csr/MonitorPlay'
import { PlayIcon } from '@phosphor-icons/react/dist/csr/Play'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { DEVICE_FACETS, type DeviceFacet } from '@vitrine/contract/api/screens/device-facets'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TakeoverButton } from '#features/takeovers/takeover-picker.tsx'
import { api } from '#lib/api.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { type Column, DataTable } from '#ui/list/data-table.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page } from '#ui/page/page.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { AddScreen } from './adding/add-screen.tsx'
import { ReplacePlayer } from './adding/replace-player.tsx'
import { ChangeStoryForm } from './change-story-form.tsx'
import { Deliveries } from './deliveries.tsx'
import { DeviceForm } from './device-form.tsx'
import { DEVICE_VIEWS, type DevicesSearch } from './list-view.ts'
import { NowPlaying } from './now-playing.tsx'
import { deviceStatesQuery, devicesKey, devicesSource } from './queries.ts'
import { UnknownScreens } from './unknown-screens/unknown-screens-picker.tsx'
import styles from './wall.module.css'
import { Wall } from './wall.tsx'

/** What else than the table follows from the address; the table reads its own part, so that only it is drawn anew. */
const shownHere = ({ code, view = 'table', only, q = '' }: DevicesSearch) => ({
  code,
  view,
  only,
  q: view === 'wall' ? q : '',
})

/** Every screen: is it there, does it show the right thing, and what is that. */
export function DevicesPage() {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'devices')
  const { data: states } = useQuery(deviceStatesQuery())
  // A QR code on a screen leads here with its code.
  const { code, view, only, q } = useSearch({
    from: '/app/devices',
    select: shownHere,
    structuralSharing: true,
  })
  const navigate = useNavigate({ from: '/app/devices' })
  const show = (change: Partial<DevicesSearch>) =>
    void navigate({ to: '.', search: (before) => ({ ...before, page: undefined, ...change }) })
  const [adding, setAdding] = useState(code !== undefined && mayWrite)
  // The code has done its work: who comes back here later is not asked for it again.
  const endAdding = useCallback(() => {
    setAdding(false)
    void navigate({ to: '.', search: (before) => ({ ...before, code: undefined }), replace: true })
  }, [navigate])
  const [editing, setEditing] = useState<Device>()
  const [replacing, setReplacing] = useState<Device>()
  const [switching, setSwitching] = useState<Device>()
  const deletion = useDeletion<Device>({
    remove: ({ id }) => api.devices.remove({ params: { id } }),
    name: ({ name }) => name,
    failed: 'errors.delete',
    invalidates: [devicesKey],
  })
  const nothing = only !== undefined && states?.[only] === 0
  const add = { label: t('devices.add'), onClick: () => setAdding(true) }
  const columns = useColumns()
  return (
    <Page
      title={t('devices.title')}
      intro={t('devices.intro')}
      actions={
        <>
          <Button variant="subtle" component={Link} to="/app/plays">
            {t('plays.title')}
          </Button>
          <TakeoverButton />
        </>
      }
    >
      <UnknownScreens />
      <div className={styles.views}>
        <SegmentedControl
          aria-label={t('devices.views.label')}
          value={view}
          onChange={(next) => show({ view: DEVICE_VIEWS.find((one) => one === next) })}
          data={DEVICE_VIEWS.map((one) => ({ value: one, label: t(`devices.views.${one}`) }))}
        />
        {view !== 'delivery' && (
          <Select
            aria-label={t('devices.only.label')}
            placeholder={t('devices.only.all')}
            clearable
            value={only ?? null}
            onChange={(next) => show({ only: (next ?? undefined) as DeviceFacet | undefined })}
            data={DEVICE_FACETS.map((facet) => ({
              value: facet,
              label: `${t(`devices.only.${facet}`)} · ${states?.[facet] ?? 0}`,
            }))}
          />
        )}
      </div>
      {view === 'wall' && <Wall only={only} search={q.trim() || undefined} />}
      {view === 'delivery' && <Deliveries />}
      {view === 'table' && nothing && (
        <EmptyState
          variant="no-match"
          title={t('devices.noneOfThese')}
          action={
            <Button variant="default" onClick={() => show({ only: undefined })}>
              {t('devices.showAll')}
            </Button>
          }
        />
      )}
      {view === 'table' && !nothing && (
        <DataTable
          label={t('devices.title')}
          source={devicesSource({ only })}
          columns={columns}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
          onEdit={mayWrite ? setEditing : undefined}
          onDelete={mayWrite ? deletion.ask : undefined}
          create={mayWrite ? add : undefined}
          empty={{ icon: MonitorPlayIcon, title: t('devices.emptyTitle'), text: t('devices.emptyText') }}
          rowActions={(device) =>
            mayWrite && (
              <ActionIcon
                aria-label={t('devices.changeStoryOf', { name: device.name })}
                title={t('devices.changeStory')}
                onClick={() => setSwitching(device)}
              >
                <PlayIcon size={18} aria-hidden="true" />
              </ActionIcon>
            )
          }
        />
      )}
      <FormDialog opened={adding} onClose={endAdding} title={t('devices.add')}>
        <AddScreen code={code} onDone={endAdding} />
      </FormDialog>
      <FormDialog
        opened={editing !== undefined}
        onClose={() => setEditing(undefined)}
        title={t('devices.edit')}
      >
        {editing && (
          <DeviceForm
            device={editing}
            onSaved={() => setEditing(undefined)}
            onReplace={() => {
              setReplacing(editing)
              setEditing(undefined)
            }}
          />
        )}
      </FormDialog>
      <FormDialog
        opened={replacing !== undefined}
        onClose={() => setReplacing(undefined)}
        title={t('devices.replacePlayer')}
      >
        {replacing && <ReplacePlayer device={replacing} onDone={() => setReplacing(undefined)} />}
      </FormDialog>
      <FormDialog
        opened={switching !== undefined}
        onClose={() => setSwitching(undefined)}
        title={t('devices.changeStory')}
      >
        {switching && <ChangeStoryForm device={switching} onSaved={() => setSwitching(undefined)} />}
      </FormDialog>
      {deletion.dialog}
    </Page>
  )
}

function useColumns(): Column<Device>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      header: t('devices.name'),
      value: ({ name }) => name,
      linked: true,
      render: ({ id, name }) => (
        <Link to="/app/devices/$id" params={{ id }}>
          {name}
        </Link>
      ),
    },
    {
      key: 'connection',
      header: t('devices.connection'),
      value: ({ connection }) => connection,
      render: ({ connection }) => <StatusChip status={connection} />,
    },
    {
      key: 'content',
      header: t('devices.content'),
      value: ({ content }) => content,
      render: ({ content }) => <StatusChip status={content} />,
    },
    {
      key: 'playing',
      header: t('devices.playing'),
      value: ({ playing }) => playing?.storyboardName,
      render: (device) => <NowPlaying device={device} />,
    },
    { key: 'group', header: t('devices.group'), value: ({ deviceGroup }) => deviceGroup?.name },
    {
      key: 'size',
      header: t('devices.size'),
      value: ({ screen }) => screen && `${screen.width}×${screen.height}`,
      render: ({ screen }) => screen && <bdi dir="ltr">{`${screen.width}×${screen.height}`}</bdi>,
    },
  ]
}
