import { SlidersHorizontalIcon } from '@phosphor-icons/react/dist/csr/SlidersHorizontal'
import { SCREEN_SIZES } from '@vitrine/contract/api/layouts'
import type { DeviceConfiguration } from '@vitrine/contract/api/screens/device-configurations'
import { DEVICE_TYPES } from '@vitrine/contract/api/screens/devices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { type Column, DataTable } from '#ui/list/data-table.tsx'
import { Page } from '#ui/page/page.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { ConfigurationForm } from './configuration-form.tsx'
import styles from './configurations.module.css'
import { configurationsKey, configurationsSource } from './queries.ts'
import { ScreenDrawing } from './screen-drawing.tsx'

/** How screens are hung and run, set once for many. */
export function DeviceConfigurationsPage() {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'devices')
  const [creating, setCreating] = useState(false)
  const [editing, setEditing] = useState<DeviceConfiguration>()
  const deletion = useDeletion<DeviceConfiguration>({
    remove: ({ id }) => api.deviceConfigurations.remove({ params: { id } }),
    name: ({ name }) => name,
    failed: 'errors.delete',
    invalidates: [configurationsKey],
    usedIn: ({ devices, deviceGroups }) => [
      ...(devices.length
        ? [{ name: t('configurations.deviceCount', { count: devices.length }), to: '/app/devices' as const }]
        : []),
      ...(deviceGroups.length
        ? [
            {
              name: t('configurations.groupCount', { count: deviceGroups.length }),
              to: '/app/device-group' as const,
            },
          ]
        : []),
    ],
  })
  const typeOf = (type: number) => {
    const [key] = Object.entries(DEVICE_TYPES).find(([, value]) => value === type) ?? ['tv']
    return t(`devices.types.${key as keyof typeof DEVICE_TYPES}`)
  }
  const sizeOf = ({ screenSize, orientation }: DeviceConfiguration) => {
    const { width, height } = SCREEN_SIZES[screenSize]
    return `${width}×${height}, ${orientation}°`
  }
  const columns: Column<DeviceConfiguration>[] = [
    {
      key: 'name',
      header: t('configurations.name'),
      value: ({ name }) => name,
      render: (configuration) => (
        <span className={styles.named}>
          <ScreenDrawing {...configuration} size={36} />
          <bdi>{configuration.name}</bdi>
        </span>
      ),
    },
    { key: 'type', header: t('configurations.type'), value: ({ type }) => typeOf(type) },
    {
      key: 'size',
      header: t('configurations.screen'),
      value: sizeOf,
      render: (configuration) => <bdi dir="ltr">{sizeOf(configuration)}</bdi>,
    },
    {
      key: 'volume',
      header: t('configurations.volumeShort'),
      value: ({ volume }) => volume,
      render: ({ volume }) => <bdi dir="ltr">{`${volume} %`}</bdi>,
      align: 'end',
    },
    {
      key: 'hours',
      header: t('configurations.hours'),
      value: ({ hours }) => hours?.on ?? '',
      render: ({ hours }) =>
        hours ? <bdi dir="ltr">{`${hours.on} – ${hours.off}`}</bdi> : t('configurations.always'),
    },
    {
      key: 'uses',
      header: t('configurations.uses'),
      value: ({ devices, deviceGroups }) => devices.length + deviceGroups.length,
      render: ({ devices, deviceGroups }) =>
        [
          devices.length && t('configurations.deviceCount', { count: devices.length }),
          deviceGroups.length && t('configurations.groupCount', { count: deviceGroups.length }),
        ]
          .filter(Boolean)
          .join(', '),
    },
  ]
  return (
    <Page title={t('configurations.title')} intro={t('configurations.intro')}>
      <DataTable
        label={t('configurations.title')}
        source={configurationsSource}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        onEdit={mayWrite ? setEditing : undefined}
        onDelete={mayWrite ? deletion.ask : undefined}
        create={mayWrite ? { label: t('configurations.add'), onClick: () => setCreating(true) } : undefined}
        empty={{
          icon: SlidersHorizontalIcon,
          title: t('configurations.emptyTitle'),
          text: t('configurations.emptyText'),
        }}
      />
      <FormDialog opened={creating} onClose={() => setCreating(false)} title={t('configurations.add')} drawer>
        <ConfigurationForm onSaved={() => setCreating(false)} />
      </FormDialog>
      <FormDialog
        opened={editing !== undefined}
        onClose={() => setEditing(undefined)}
        title={t('configurations.edit')}
        drawer
      >
        {editing && <ConfigurationForm configuration={editing} onSaved={() => setEditing(undefined)} />}
      </FormDialog>
      {deletion.dialog}
    </Page>
  )
}
