import { SlidersHorizontalIcon } from '@phosphor-icons/react/dist/csr/SlidersHorizontal'
import type { DeviceConfiguration } from '@vitrine/contract/api/screens/device-configurations'
import { DEVICE_TYPES } from '@vitrine/contract/api/screens/devices'
import { sizeOfDevice } from '@vitrine/contract/api/screens/screen-size'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { deletionEffects } from '#queries/deletion-effects.ts'
import { configurationsKey, configurationsSource } from '#queries/device-configurations.ts'
import type { WhereUsed } from '#ui/dialog/delete-dialog.tsx'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { useEntryForms } from '#ui/dialog/use-entry-forms.tsx'
import { type Column, DataTable } from '#ui/list/data-table.tsx'
import { Page } from '#ui/page/page.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { ConfigurationForm } from './configuration-form.tsx'
import styles from './configurations.module.css'
import { PlayerUpdateState } from './player-update.tsx'
import { ScreenDrawing } from './screen-drawing.tsx'

/** How screens are mounted and run, configured once for many screens. */
export function DeviceConfigurationsPage() {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'devices', 'everywhere')
  const forms = useEntryForms<DeviceConfiguration>({
    add: {
      title: t('configurations.add'),
      drawer: true,
      form: (close) => <ConfigurationForm onSaved={close} />,
    },
    edit: {
      title: t('configurations.edit'),
      drawer: true,
      form: (configuration, close) => <ConfigurationForm configuration={configuration} onSaved={close} />,
    },
  })
  const deletion = useDeletion<DeviceConfiguration>({
    remove: ({ id }) => api.deviceConfigurations.remove({ params: { id } }),
    name: ({ name }) => name,
    failed: 'errors.delete',
    find: deletionEffects.configuration,
    invalidates: [configurationsKey],
    usedIn: useUses(),
  })
  const columns = useColumns()
  return (
    <Page title={t('configurations.title')} intro={t('configurations.intro')}>
      <PlayerUpdateState />
      <DataTable
        label={t('configurations.title')}
        source={configurationsSource}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        onEdit={mayWrite ? forms.edit : undefined}
        onDelete={mayWrite ? deletion.ask : undefined}
        create={mayWrite ? forms.create : undefined}
        empty={{
          icon: SlidersHorizontalIcon,
          title: t('configurations.emptyTitle'),
          text: t('configurations.emptyText'),
        }}
      />
      {forms.dialogs}
      {deletion.dialog}
    </Page>
  )
}

const sizeOf = ({ screenSize, otherSize = null, orientation }: DeviceConfiguration) => {
  const { width, height } = sizeOfDevice({ screen: null, screenSize, otherSize })
  return `${width}×${height}, ${orientation}°`
}

function useColumns(): Column<DeviceConfiguration>[] {
  const { t } = useTranslation()
  const usesOf = useUses()
  const typeOf = (type: number) => {
    const [key] = Object.entries(DEVICE_TYPES).find(([, value]) => value === type) ?? ['tv']
    return t(`devices.types.${key as keyof typeof DEVICE_TYPES}`)
  }
  return [
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
      render: (configuration) =>
        usesOf(configuration)
          .map(({ name }) => name)
          .join(', '),
    },
  ]
}

/** The screens and groups that use a configuration. */
function useUses() {
  const { t } = useTranslation()
  return ({ devices, deviceGroups }: DeviceConfiguration): WhereUsed[] => [
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
  ]
}
