import { ActionIcon } from '@mantine/core'
import { MonitorPlayIcon } from '@phosphor-icons/react/dist/csr/MonitorPlay'
import { PlayIcon } from '@phosphor-icons/react/dist/csr/Play'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { Device } from '@vitrine/contract/devices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Page } from '#ui/page.tsx'
import { StatusChip } from '#ui/status.tsx'
import { useCan } from '#ui/use-can.ts'
import { useDeletion } from '#ui/use-deletion.tsx'
import { AddScreen } from './add-screen.tsx'
import { ChangeStoryForm } from './change-story-form.tsx'
import { DeviceForm } from './device-form.tsx'
import { NowPlaying } from './now-playing.tsx'
import { devicesKey, devicesQuery } from './queries.ts'
import { ReplacePlayer } from './replace-player.tsx'

/** Every screen: is it there, does it show the right thing, and what is that. */
export function DevicesPage() {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'devices')
  const query = useQuery(devicesQuery())
  // A QR code on a screen leads here with its code.
  const { code } = useSearch({ from: '/app/devices' })
  const [adding, setAdding] = useState(code !== undefined && mayWrite)
  const [editing, setEditing] = useState<Device>()
  const [replacing, setReplacing] = useState<Device>()
  const [switching, setSwitching] = useState<Device>()
  const deletion = useDeletion<Device>({
    remove: ({ id }) => api.devices.remove({ params: { id } }),
    name: ({ name }) => name,
    failed: 'errors.delete',
    invalidates: [devicesKey],
  })
  const add = { label: t('devices.add'), onClick: () => setAdding(true) }
  const columns: Column<Device>[] = [
    { key: 'name', header: t('devices.name'), value: ({ name }) => name },
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
  return (
    <Page title={t('devices.title')} intro={t('devices.intro')}>
      <DataTable
        label={t('devices.title')}
        query={query}
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
      <FormDialog opened={adding} onClose={() => setAdding(false)} title={t('devices.add')}>
        <AddScreen code={code} onDone={() => setAdding(false)} />
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
