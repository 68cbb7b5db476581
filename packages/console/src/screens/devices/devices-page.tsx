import { ActionIcon, Button, SegmentedControl, Select } from '@mantine/core'
import { MonitorPlayIcon } from '@phosphor-icons/react/dist/csr/MonitorPlay'
import { PlayIcon } from '@phosphor-icons/react/dist/csr/Play'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { DEVICE_FACETS, type DeviceFacet } from '@vitrine/contract/api/screens/device-facets'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { TagChips } from '#pickers/tags/tag-chips.tsx'
import { TagSelect } from '#pickers/tags/tags-picker.tsx'
import { ScreenPicture } from '#pictures/screens/screen-picture.tsx'
import { deletionEffects } from '#queries/deletion-effects.ts'
import { deviceStatesQuery, devicesKey, devicesSource } from '#queries/devices.ts'
import { useReachesScreen } from '#queries/use-reaches-screen.ts'
import { TakeoverButton } from '#screens/takeovers/takeover-picker.tsx'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { dryRun, SheetButton } from '#ui/dialog/sheet-button.tsx'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { type Column, DataTable } from '#ui/list/data-table.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page } from '#ui/page/page.tsx'
import { Pictured } from '#ui/screen/small-picture.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { useCan, useReach } from '#ui/work/use-can.ts'
import { AddScreen } from './adding/add-screen.tsx'
import { useScreensBulk } from './bulk/use-screens-bulk.tsx'
import { Deliveries } from './delivery/deliveries.tsx'
import { useDeviceDialogs } from './device-dialogs.tsx'
import { DEVICE_VIEWS, type DevicesSearch } from './list-view.ts'
import { NowPlaying } from './now-playing.tsx'
import { BackOfRow } from './switches/manual-switches.tsx'
import { PutAllRight, PutRightOfRow } from './truth/put-right.tsx'
import { UnknownScreens } from './unknown-screens/unknown-screens-picker.tsx'
import styles from './wall.module.css'
import { Wall } from './wall.tsx'

/** Leave out the table's search parameters: sorting must not re-render the page. */
const shownHere = ({ code, view = 'table', only, tag, q = '' }: DevicesSearch) => ({
  code,
  view,
  only,
  tag,
  q: view === 'wall' ? q : '',
})

/** All screens: their connection, their content, and whether it is correct. */
export function DevicesPage() {
  const { t } = useTranslation()
  const { view, only, tag, q } = useShown()
  const { data: states } = useQuery(deviceStatesQuery())
  // The table says what to do without any; the other views would be empty.
  const hasScreens = !states || Object.values(states).some((count) => count > 0)
  return (
    <Page
      title={t('devices.title')}
      intro={t('devices.intro')}
      actions={
        <>
          <Button variant="subtle" component={Link} to="/app/devices/values">
            {t('screenValues.title')}
          </Button>
          <Button variant="subtle" component={Link} to="/app/plays">
            {t('plays.title')}
          </Button>
          <ImportScreens />
          <TakeoverButton />
        </>
      }
    >
      <UnknownScreens />
      {hasScreens && <ViewBar />}
      {hasScreens && view === 'wall' && <Wall only={only} tag={tag} search={q.trim() || undefined} />}
      {hasScreens && view === 'delivery' && <Deliveries />}
      <DevicesTable hidden={hasScreens && view !== 'table'} />
    </Page>
  )
}

const useShown = () => useSearch({ from: '/app/devices', select: shownHere, structuralSharing: true })

/** Updates the list's view in the URL. */
function useShow() {
  const navigate = useNavigate({ from: '/app/devices' })
  return (change: Partial<DevicesSearch>) =>
    void navigate({ to: '.', search: (before) => ({ ...before, page: undefined, ...change }) })
}

/** Switches the view and filters by status. */
function ViewBar() {
  const { t } = useTranslation()
  const { view, only, tag } = useShown()
  const show = useShow()
  const { data: states } = useQuery(deviceStatesQuery())
  return (
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
          w={260}
          clearable
          value={only ?? null}
          onChange={(next) => show({ only: (next ?? undefined) as DeviceFacet | undefined })}
          data={DEVICE_FACETS.map((facet) => ({
            value: facet,
            label: `${t(`devices.only.${facet}`)} · ${states?.[facet] ?? 0}`,
          }))}
        />
      )}
      {view !== 'delivery' && <TagSelect kind="device" value={tag} onChange={show} />}
      {view !== 'delivery' && only === 'differs' && <PutAllRight />}
    </div>
  )
}

function ImportScreens() {
  const mayWrite = useCan('write', 'devices')
  const isReached = useReach('devices')
  if (!mayWrite || !isReached('everywhere')) return null
  return (
    <SheetButton
      kind="screens"
      send={(content, isDryRun) => api.devices.import({ query: dryRun(isDryRun), body: { content } })}
      invalidates={[devicesKey]}
    />
  )
}

/** The table of screens and the dialogs of its rows. The *Add screen* dialog also works in other views. */
function DevicesTable({ hidden }: { hidden: boolean }) {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'devices')
  const { only } = useShown()
  const { data: states } = useQuery(deviceStatesQuery())
  const columns = useColumns()
  const adding = useAdding()
  const dialogs = useDeviceDialogs()
  const deletion = useDeletion<Device>({
    remove: ({ id }) => api.devices.remove({ params: { id } }),
    name: ({ name }) => name,
    failed: 'errors.delete',
    find: deletionEffects.device,
    invalidates: [devicesKey],
  })
  const screens = useScreensBulk()
  const reachesScreen = useReachesScreen('devices')
  const isFilterEmpty = only !== undefined && states?.[only] === 0
  return (
    <>
      {!hidden && isFilterEmpty && <NoneOfThese />}
      {!hidden && !isFilterEmpty && (
        <DataTable
          label={t('devices.title')}
          source={devicesSource({ only })}
          columns={columns}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
          onEdit={mayWrite ? dialogs.edit : undefined}
          onDelete={mayWrite ? deletion.ask : undefined}
          mayEdit={reachesScreen}
          bulk={mayWrite ? screens.bulk : undefined}
          create={mayWrite ? adding.create : undefined}
          empty={{ icon: MonitorPlayIcon, title: t('devices.emptyTitle'), text: t('devices.emptyText') }}
          rowActions={(device) =>
            mayWrite &&
            reachesScreen(device) && (
              <>
                <BackOfRow device={device} />
                <PutRightOfRow device={device} />
                <ActionIcon
                  aria-label={t('devices.changeStoryOf', { name: device.name })}
                  title={t('devices.changeStory')}
                  onClick={() => dialogs.changeStory(device)}
                >
                  <PlayIcon size={18} aria-hidden="true" />
                </ActionIcon>
              </>
            )
          }
        />
      )}
      {adding.dialog}
      {dialogs.dialog}
      {deletion.dialog}
      {screens.dialogs}
    </>
  )
}

function NoneOfThese() {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <EmptyState
      variant="no-match"
      title={t('devices.noneOfThese')}
      action={
        <Button variant="default" onClick={() => show({ only: undefined })}>
          {t('devices.showAll')}
        </Button>
      }
    />
  )
}

/** The dialog to add a screen; opened with a code by a screen's QR code. */
function useAdding() {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'devices')
  const { code } = useShown()
  const navigate = useNavigate({ from: '/app/devices' })
  const [adding, setAdding] = useState(code !== undefined && mayWrite)
  // Remove a used code from the URL, or Back would ask for it again.
  const end = useCallback(() => {
    setAdding(false)
    void navigate({ to: '.', search: (before) => ({ ...before, code: undefined }), replace: true })
  }, [navigate])
  return {
    create: { label: t('devices.add'), onClick: () => setAdding(true) },
    dialog: (
      <FormDialog opened={adding} onClose={end} title={t('devices.add')}>
        <AddScreen code={code} onDone={end} />
      </FormDialog>
    ),
  }
}

function useColumns(): Column<Device>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      header: t('devices.name'),
      value: ({ name }) => name,
      linked: true,
      render: (device) => (
        <Pictured picture={<ScreenPicture device={device} small />}>
          <span>
            <Link to="/app/devices/$id" params={{ id: device.id }}>
              {device.name}
            </Link>
            <TagChips tags={device.tags} />
          </span>
        </Pictured>
      ),
    },
    {
      key: 'connection',
      header: t('devices.connection'),
      value: ({ connection }) => connection,
      render: ({ connection }) => <StatusChip status={connection} />,
    },
    {
      key: 'state',
      header: t('devices.content'),
      value: ({ truth }) => truth.value,
      render: ({ truth }) => <StatusChip status={truth.value} />,
    },
    {
      key: 'playing',
      header: t('devices.playing'),
      value: ({ playing }) => playing?.storyboardName,
      render: (device) => <NowPlaying device={device} brief />,
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
